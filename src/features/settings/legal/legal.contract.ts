import * as z from 'zod/mini'
import { needs } from '../../../shared/contract.ts'
import { legalPages } from '../../../shared/pages.ts'

export const legalContract = {
  legalTemplates: needs('settings.read')
    .route({
      method: 'GET',
      path: '/admin/legal-templates',
      summary: 'Texts of terms, privacy notice and refunds to start from, in both languages',
      description: 'A lawyer has to check them. The settings `legal.*` are what the shop publishes.',
    })
    .output(
      z.object({
        items: z.array(
          z.object({ page: z.enum(legalPages), text: z.object({ en: z.string(), sw: z.string() }) }),
        ),
      }),
    ),
}
