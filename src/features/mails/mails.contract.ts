import * as z from 'zod/mini'
import { id, listInput, listOf, needs, rowId, time } from '../../shared/contract.ts'
import { nameColumns, profileOutputs } from '../../shared/people/profile.ts'
import { locales } from '../../shared/pages.ts'
import { templateNames } from '../settings/mail-templates.data.ts'

export const mailSorts = ['recipient', 'status', 'kind', 'created'] as const
export type MailSort = (typeof mailSorts)[number]

export const mailStates = ['waiting', 'sent', 'failed'] as const

/** A mail as admins see it: its delivery, never its contents. */
const mail = z.object({
  id,
  kind: z.string(),
  recipient: z.string(),
  /** What it is about: a name, or the first item of an order and how many follow. Null for a mail about an account. */
  about: z.nullable(z.string()),
  /** Whose account it is about; null where it is about none, or the account is deleted. */
  customer: z.nullable(z.object({ id: rowId, ...profileOutputs(nameColumns) })),
  language: z.nullable(z.string()),
  status: z.enum(mailStates),
  /** The number of attempts. */
  attempts: z.number(),
  /** Why the last attempt failed, in the text of the server that refused it. */
  reason: z.nullable(z.string()),
  /** When it is tried next, while it waits. */
  next_try_at: z.nullable(time),
  /** Whether it can be sent again by hand: it failed, and contained no code. */
  can_retry: z.boolean(),
  created_at: time,
  sent_at: z.nullable(time),
  /** Written into a file of the data folder instead of being sent, because there was no mail server. */
  to_file: z.boolean(),
})

/** All but the last two make receivers ignore an SPF record. */
export const recordProblems = [
  'several-records',
  'syntax',
  'too-many-lookups',
  'too-many-voids',
  'broken-include',
  'open',
  'nobody',
] as const

/** A DNS record of a sender. `unknown`: DNS could not be queried, or the record can't be checked from outside. */
const record = z.object({
  state: z.enum(['good', 'weak', 'missing', 'unknown']),
  /** The DNS name of the record. */
  name: z.string(),
  /** The value of the record. */
  value: z.nullable(z.string()),
  /** What is wrong with it (RFC 7208), if known. */
  problem: z.nullable(z.enum(recordProblems)),
})

const templateId = z.object({ template: z.enum(templateNames), language: z.enum(locales) })
const templateText = { subject: z.string(), text: z.string() }

export const mailsContract = {
  list: needs('messages.read')
    .route({ method: 'GET', path: '/admin/mails', summary: 'Mails, newest first' })
    .input(
      z.strictObject({
        status: z.optional(z.enum(mailStates)),
        /** The start of an address. */
        q: z.optional(z.string().check(z.trim(), z.maxLength(255))),
        /** About the account of one person. */
        customer: z.optional(id),
        ...listInput(mailSorts),
      }),
    )
    .output(listOf(mail)),

  retry: needs('messages.write')
    .route({
      method: 'POST',
      path: '/admin/mails/{id}/retry',
      summary: 'Send a mail again that failed',
    })
    .errors({
      NOT_RETRYABLE: { status: 409, message: 'This mail can not be sent again.' },
    })
    .input(z.strictObject({ id }))
    .output(mail),

  test: needs('messages.write')
    .route({
      method: 'POST',
      path: '/admin/mails/test',
      summary: 'Send me a mail, and tell what the world knows of the sender',
    })
    .errors({
      NO_ADDRESS: { status: 409, message: 'Your account has no e-mail address.' },
    })
    .input(z.strictObject({}))
    .output(
      z.object({
        to: z.string(),
        /** The sender's address. */
        from: z.string(),
        /** `files`: without a mail server, mails are written into the data folder. */
        way: z.enum(['smtp', 'files']),
        domain: z.string(),
        spf: record,
        dkim: record,
        dmarc: record,
      }),
    ),

  templates: needs('settings.read')
    .route({
      method: 'GET',
      path: '/admin/templates',
      summary: "The product's own words for every template, or for one",
      description: 'The settings `letters.*` replace them. Each line of a text is a paragraph.',
    })
    .input(z.strictObject({ template: z.optional(templateId.shape.template) }))
    .output(z.object({ items: z.array(z.extend(templateId, templateText)) })),

  previewTemplate: needs('settings.read')
    .route({
      method: 'POST',
      path: '/admin/templates/preview',
      summary: 'A template as it would be sent, with data of an invented customer',
    })
    .input(
      z.strictObject({
        ...templateId.shape,
        subject: z.string().check(z.maxLength(500)),
        text: z.string().check(z.maxLength(10_000)),
      }),
    )
    .output(z.object({ subject: z.string(), html: z.string(), text: z.string() })),
}
