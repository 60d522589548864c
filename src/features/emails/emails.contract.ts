import * as z from 'zod/mini'
import { id, open, signedIn, time } from '../../shared/contract.ts'
import { securities } from '../products/facts.ts'

const server = z.object({ host: z.string(), port: z.number(), security: z.enum(securities) })

export const emailsContract = {
  linkSettings: signedIn
    .meta({ secrets: ['token'] })
    .route({
      method: 'GET',
      path: '/emails/{id}/mail-settings',
      tags: ['email-requests'],
      summary: 'A link to the settings of my mailbox, for a phone that is not signed in',
      description: 'It shows server names and the address, never a secret, and is valid for a day.',
    })
    .input(z.strictObject({ id }))
    .output(z.object({ token: z.string(), expires_at: time })),

  settings: open
    .route({
      method: 'GET',
      path: '/mail-settings/{token}',
      tags: ['email-requests'],
      summary: 'What a mail program needs to use a mailbox, by a link to it',
      description:
        'The same as a configuration profile for iPhone, iPad and Mac is at /api/mail-settings/{token}/profile.',
    })
    .errors({ NOT_FOUND: { status: 404, message: 'This link is not valid any more.' } })
    .input(z.strictObject({ token: z.string().check(z.maxLength(300)) }))
    .output(
      z.object({
        email_address: z.string(),
        /** Null where there is none. */
        webmail: z.nullable(z.string()),
        incoming: server,
        outgoing: server,
        expires_at: time,
      }),
    ),
}
