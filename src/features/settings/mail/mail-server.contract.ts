import * as z from 'zod/mini'
import { needs, oneLineText } from '../../../shared/contract.ts'

/** The mail server as admins see it, without its password. */
const shownServer = z.object({
  /** `environment`: SMTP_URL is set and wins. `files`: there is none, and mails are written to files. */
  way: z.enum(['environment', 'form', 'files']),
  /** The sender of all mails at this moment. */
  sender: z.string(),
  /** Whether the sender is the operator's MAIL_FROM, which wins over the form. */
  sender_fixed: z.boolean(),
  /** What the form has; null before it was saved. */
  server: z.nullable(
    z.object({
      host: z.string(),
      port: z.number(),
      encryption: z.enum(['tls', 'starttls', 'none']),
      username: z.nullable(z.string()),
      /** Whether a password is stored, which is never shown. */
      has_password: z.boolean(),
      from_email: z.string(),
      version: z.number(),
    }),
  ),
})

const host = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253),
    z.regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|[\da-f:.]+)$/),
  )
const address = z
  .string()
  .check(z.trim(), z.maxLength(254), z.regex(/^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$/))

export const mailServerContract = {
  mailServer: needs('settings.read')
    .route({ method: 'GET', path: '/admin/mail-server', summary: 'The server that sends the mails' })
    .output(shownServer),

  /** For those who manage the staff: whoever runs the mail server reads the codes of every account. */
  setMailServer: needs('staff.write')
    .route({
      method: 'PUT',
      path: '/admin/mail-server',
      summary: 'Name the server that sends the mails, once it has taken a test mail',
      description:
        'A test mail is sent to the address of the caller first. Where the server refuses it, nothing is saved, and the answer has its words.',
    })
    .errors({
      /** `words`: what the server answered, or why there was no answer. */
      MAIL_REFUSED: {
        status: 409,
        message: 'The mail server did not take the test mail.',
        data: z.object({ words: z.string() }),
      },
      TARGET_REFUSED: {
        status: 400,
        message: 'A mail server has a public address, and without encryption is allowed by OUTBOUND_ALLOW.',
      },
      PASSWORD_NEEDED: { status: 400, message: 'Another server needs the password again.' },
      SET_BY_ENVIRONMENT: { status: 409, message: 'SMTP_URL is set and wins.' },
      NO_ADDRESS: { status: 409, message: 'Your account has no e-mail address.' },
      CONFLICT: { status: 409, message: 'Someone changed the mail server meanwhile.' },
    })
    .input(
      z.strictObject({
        host,
        port: z.int().check(z.gte(1), z.lte(65_535)),
        encryption: z.enum(['tls', 'starttls', 'none']),
        username: z.nullable(oneLineText(254)),
        /** Left out: the stored one, for the same server and user only. */
        password: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
        /** The sender's address. */
        from_email: address,
        /** As last seen: 0 before the first. Left out: no check. */
        version: z.optional(z.int()),
      }),
    )
    .output(z.object({ server: shownServer, /** Where the test mail went. */ tested: z.string() })),

  removeMailServer: needs('staff.write')
    .route({
      method: 'DELETE',
      path: '/admin/mail-server',
      summary: 'Send no more mails by the server of the form',
    })
    .output(shownServer),
}
