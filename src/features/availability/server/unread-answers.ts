import { sql, type Generated } from 'kysely'
import { LRUCache } from 'lru-cache'
import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Database } from '../../../server/database/database.ts'
import { newestPage, type Paging } from '../../../server/database/keyset.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { Refused } from '../../../shared/refusal.ts'
import { audit } from '../../audit/server/audit.ts'
import type { AnswerLabel } from '../answer.ts'
import type { UnreadAnswer } from './availability.ts'
import type { Now } from '../../../server/database/tables.ts'
import type { Input } from '../../../shared/contract.ts'
import type { availabilityContract } from '../availability.contract.ts'

/** The most unread answers that are stored. The oldest are deleted. */
export const MOST_UNREAD = 1_000
/** The most answers that wait to be written. More are dropped, because a misbehaving registry produces many. */
const MAX_WAITING = 50
/** An answer that was just written is not counted again within this time. */
const REPEATED_MS = 60_000

/**
 * Stores answers that could not be read, without contact data. It never throws and delays no caller.
 * @param report called with errors of writing
 */
export function recordUnread(database: Database, report: (error: unknown) => void) {
  const recent = new LRUCache<string, true>({ max: 500, ttl: REPEATED_MS })
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  return ({ suffix, name, source, text: raw }: UnreadAnswer) => {
    if (waiting >= MAX_WAITING) return
    const text = redact(raw, name)
    const general = text.toLowerCase().replaceAll(name, '')
    const digest = createHash('sha256').update(general).digest()
    const key = `${source} ${suffix} ${digest.toString('base64')}`
    if (!text.trim() || recent.has(key)) return
    recent.set(key, true)
    waiting += 1
    last = last
      .then(() => storeUnread(database, { suffix, name, source, text, digest }))
      .catch(report)
      .finally(() => (waiting -= 1))
  }
}

const storeUnread = (
  database: Database,
  row: Pick<UnreadAnswers, 'suffix' | 'name' | 'source' | 'text' | 'digest'>,
) =>
  database.write('service', async ({ db }) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('unread_answers')
      .values({ id: randomUUIDv7(), ...row })
      .onConflict((conflict) => conflict.columns(['suffix', 'source', 'digest']).doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) {
      await db
        .updateTable('unread_answers')
        .set((eb) => ({ seen: eb('seen', '+', 1) }))
        .where('suffix', '=', row.suffix)
        .where('source', '=', row.source)
        .where('digest', '=', row.digest)
        .execute()
      return
    }
    await sql`
      delete from unread_answers where id in (
        select id from unread_answers order by created_at desc, id desc offset ${sql.lit(MOST_UNREAD)})`.execute(
      db,
    )
  })

/** Unread answers, newest first. */
export async function listUnread(caller: CallerContext, paging: Paging) {
  const { rows, next_cursor } = await caller.read(({ db }) =>
    newestPage(db.selectFrom('unread_answers').selectAll(), 'unread_answers', paging),
  )
  return { items: rows.map(presentUnread), next_cursor }
}

/** Stores what an answer means, for the log and for work on the parser. Refuses with `NOT_FOUND`. */
export const labelUnread = (caller: CallerContext, { id, label }: Input<typeof availabilityContract.label>) =>
  caller.write(async (tx) => {
    const before = await tx.db
      .selectFrom('unread_answers')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new Refused('NOT_FOUND')
    if (before.label === label) return presentUnread(before)
    const after = await tx.db
      .updateTable('unread_answers')
      .set({ label })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, 'admin', {
      action: 'answer.labelled',
      entity: 'answer',
      entity_id: id,
      before: { label: before.label },
      after: { label, suffix: after.suffix, name: after.name },
    })
    return presentUnread(after)
  })

type UnreadRow = Omit<UnreadAnswers, 'seen' | 'created_at'> & { seen: number; created_at: Date }

const presentUnread = ({ id, suffix, name, source, text, seen, label, created_at }: UnreadRow) => ({
  id,
  suffix,
  name,
  source,
  text,
  seen,
  label,
  created_at: created_at.toISOString(),
})

export interface UnreadAnswers {
  id: string
  /** Without a dot, as in the tables of endpoints. */
  suffix: string
  name: string
  source: 'rdap' | 'whois'
  text: string
  /** Hash of the text without the name, so that equal answers about several names share one row. */
  digest: Buffer
  seen: Generated<number>
  label: AnswerLabel | null
  created_at: Now
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    unread_answers: UnreadAnswers
  }
}

/** The most characters of an answer that are stored. */
const MAX_STORED = 8_000
const MAX_READ = 64_000
const REMOVED = '[removed]'

/**
 * A registry's answer without contact data: no addresses, no telephone numbers, and nothing that it names besides the
 * domain. A value is retained only if its label is known to be harmless.
 * @param name the name asked about, which is retained
 */
export function redact(text: string, name: string): string {
  const read = printable(text.slice(0, MAX_READ))
  const json = parseJson(read)
  const redacted = json === undefined ? redactLines(read, name) : JSON.stringify(redactJson(json))
  return redactContacts(redacted).slice(0, MAX_STORED)
}

/** Removes control characters, which PostgreSQL or a screen can't show, and lone surrogates. */
const printable = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()

/** Labels of values that describe the domain and no person. */
const domainLabel =
  /^(?:%|#|>|\*|\s|-)*(?:domain(?: ?name)?|domainname|nom de domaine|dominio|query|object|state|status|domain status|eppstatus|registration status|availability|available|avail|registered|premium|reserved|error|errors|code|error ?code|result|response|message|notice|note|reason|warning|name ?servers?|nserver|ns\d?|dnssec|ds|creat\w*(?: date| on)?|creation date|regist(?:ered|ration)(?: on| date| time)?|expir\w*(?: date| on)?|registry expiry date|paid-till|free-date|changed|(?:last[ -])?(?:updated?|modified)(?: date| on)?|updated date|source|whois server|registrar whois server|icann status|rate ?limit|limit|quota|retry[ -]after)$/i
/** Labels of values that may describe a person. */
const contactLabel =
  /\b(?:registrant|holder|owner|person|contact|admin\w*|tech\w*|billing|name|organi[sz]ation|org|address|street|city|state\/province|postal|zip|country|phone|tel|fax|mobile|e-?mail|role|nic-hdl|descr|mnt-by|titular|responsible|inhaber)\b/i

function redactLines(text: string, name: string): string {
  const lines = text.split('\n')
  const hasContacts = lines.some(
    (line) => /^[^:]{1,40}:/.test(line) && contactLabel.test(line.split(':')[0]!),
  )
  let inBlock = false
  return lines
    .map((line) => {
      if (!line.trim()) inBlock = false
      const [, label = '', value = ''] = /^([^:]{1,40}):(?!\/\/)(.*)$/.exec(line) ?? []
      const isField = label !== '' && !/[.!?]\s/.test(label)
      const isKept = domainLabel.test(label.replace(/[\s.]+$/, ''))
      if (isField && !isKept && (contactLabel.test(label) || hasContacts)) {
        inBlock = !value.trim()
        return `${label}: ${REMOVED}`
      }
      if (isField) inBlock = false
      if (inBlock) return REMOVED
      // A line without a label among contacts may be a person's name, unless it mentions the domain.
      const isSentence = line.toLowerCase().includes(name) || line.trim().split(/\s+/).length > 6
      const mayBeName = hasContacts && !isField && line.trim() && !isSentence
      return mayBeName && !/^\s*[%#>*-]/.test(line) ? REMOVED : line
    })
    .join('\n')
}

/** Members of RDAP and of error documents that name no person (RFC 9083). */
const harmlessKeys = new Set(
  `objectClassName ldhName unicodeName handle status errorCode title description rdapConformance notices remarks type
   message error errors code detail details reason result events eventAction eventDate nameservers secureDNS
   delegationSigned lang available availability instance path request_id`.split(/\s+/),
)

function redactJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 50).map(redactJson)
  if (!value || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, harmlessKeys.has(key) ? redactJson(inner) : REMOVED]),
  )
}

function parseJson(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const redactContacts = (text: string) =>
  text
    // Only from the beginning of a word, so that a long one without an address is read once.
    .replace(
      /(?<![^\s@"'<>:;,()[\]])[^\s@"'<>:;,()[\]]+(?:@|\s?(?:\(at\)|\[at\])\s?)[^\s@"'<>:;,()[\]]+/gi,
      REMOVED,
    )
    .replace(/\+?\(?\d[\d\s().-]{6,}\d/g, (digits) => (isDate(digits) ? digits : REMOVED))

/** 2026-11-22, 22.11.2026, 20261122 */
const isDate = (digits: string) =>
  /^(?:\d{4}[-./ ]\d{1,2}[-./ ]\d{1,2}|\d{1,2}[-./ ]\d{1,2}[-./ ]\d{4}|(?:19|20)\d{6})(?:\s+\d{1,2})?$/.test(
    digits.replace(/^\(/, '').trim(),
  )
