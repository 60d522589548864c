import { textIn } from '../../../../shared/texts/bilingual.ts'
import { FieldsSection } from '../FieldsSection.tsx'
import type { ShownSettings } from '../use-section.tsx'

/** How customers pay by each method, step by step. */
export const StepsSection = ({ shown }: { shown: ShownSettings }) => (
  <FieldsSection
    id="steps"
    shown={shown}
    own={{}}
    looks={{
      'payments.steps': {
        grid: 'grid',
        nameOf: ({ method }) => method,
        summaryOf: ({ steps }, { locale }) => textIn(steps, locale).split('\n')[0] ?? '',
        textOf: ({ method, steps, qr }) => [method, steps, qr].filter(Boolean).join('\n'),
      },
    }}
  />
)
