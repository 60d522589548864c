import * as z from 'zod/mini'
import type { Metadata } from '@kikoa/auth'
import type { Transaction } from '../../../server/database/database.ts'
import type { ProfileFields } from '../../../shared/people/profile.ts'

/** What people accept when they sign up. */
const documents = ['terms', 'privacy'] as const
type Document = (typeof documents)[number]

/** The accepted version of each document. */
const shape = z.strictObject({
  terms: z.optional(z.int().check(z.gte(1))),
  privacy: z.optional(z.int().check(z.gte(1))),
})
type Consent = z.output<typeof shape>

/** The profile of a sign-up with what was accepted, until both are stored. */
export type WithConsent = Partial<ProfileFields> & { consent?: Consent }

/** Adds what the data of a sign-up says was accepted. What can't be read was not accepted. */
export function withConsent(fields: Partial<ProfileFields>, { consent }: Metadata): WithConsent {
  const read = shape.safeParse(consent)
  return read.success ? { ...fields, consent: read.data } : fields
}

interface Given {
  consent: Consent
  language: string | null
  now: Date
}

/** Records which versions somebody has accepted. A version that the shop has never had is ignored. */
export async function recordConsent(
  { db }: Transaction,
  user_id: string,
  { consent, language, now }: Given,
): Promise<void> {
  const versions = await db
    .selectFrom('settings')
    .select(['key', 'version'])
    .where(
      'key',
      'in',
      documents.map((document) => `legal.${document}`),
    )
    .execute()
  const isKnown = (document: Document, version: number) =>
    versions.some((row) => row.key === `legal.${document}` && version <= row.version)
  const rows = documents.flatMap((document) => {
    const version = consent[document]
    return version && isKnown(document, version)
      ? [{ user_id, document, version, language, given_at: now }]
      : []
  })
  if (rows.length)
    await db
      .insertInto('consents')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export interface Consents {
  user_id: string
  document: Document
  version: number
  language: string | null
  given_at: Date
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    consents: Consents
  }
}
