import { createHash } from 'node:crypto'
import type { Transaction } from '../../../../server/database/database.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { templatesOf } from '../../../settings/server/message-templates.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { momentOf } from '../../dates.ts'
import type { MessageFacts } from '../../providers/read-message.ts'
import { type Labelled, learn, type Learned } from '../../templates/learn.ts'
import { readByTemplate, type Template } from '../../templates/read.ts'
import type { proposalRefusals } from '../../templates/templates.contract.ts'
import { countryOf } from '../received/decide.ts'
import type { ReceivedRow } from '../received/received.tables.ts'
import { mayBeLearned } from './read-incoming.ts'

/** So many of the last marked messages are compared with the last one. */
const MOST_MARKED = 10
/** So many messages of a sender are read again at most. */
export const MOST_WAITING = 200

interface Marked extends Labelled {
  id: string
  /** The key of the payment method. */
  method: string
  received_at: Date
}

/** The marked messages of a sender, the one that was marked last first. */
export async function markedOf({ db }: Transaction, sender: string): Promise<Marked[]> {
  const rows = await db
    .selectFrom('payment_evidence')
    .select(['id', 'body', 'marks', 'method', 'currency', 'received_at'])
    .where('sender', '=', sender)
    .where('channel', '=', 'message')
    .where('marks', 'is not', null)
    .where('dismissed_at', 'is', null)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_MARKED)
    .execute()
  return rows.flatMap(({ body, marks, method, currency, ...row }) =>
    body !== null && marks && method !== null && currency !== null
      ? [{ ...row, text: body, marks, method, currency }]
      : [],
  )
}

/** The messages of a sender that no rule has read, the first one first. */
export const waitingOf = ({ db }: Transaction, sender: string) =>
  db
    .selectFrom('received_payments')
    .selectAll()
    .where('sender', '=', sender)
    .where('channel', '=', 'message')
    .where('decided_by', 'is', null)
    .where((eb) =>
      eb.or([eb('state', '=', 'unread'), eb.and([eb('state', '=', 'held'), eb('reason', '=', 'sender')])]),
    )
    .orderBy('received_at')
    .orderBy('id')
    .limit(MOST_WAITING)

const dismissedOf = ({ db }: Transaction, sender: string): Promise<ReceivedRow[]> =>
  db
    .selectFrom('received_payments')
    .selectAll()
    .where('sender', '=', sender)
    .where('channel', '=', 'message')
    .where('state', '=', 'ignored')
    .where('decided_by', 'is not', null)
    .orderBy('received_at', 'desc')
    .limit(MOST_WAITING)
    .execute()

type Refusal = (typeof proposalRefusals)[number]

interface Found {
  template: (Template & { method: string }) | null
  refusal: Refusal | null
  words: string[]
  /** The marked messages that it follows from, or the last ones. */
  marked: Marked[]
}

/** The template that follows from the last marked message and another one that is made in the same way. */
function follow(sender: string, marked: readonly Marked[], country: string): Found {
  const [last, ...others] = marked
  const none = (refusal: Refusal, words: string[] = []) => ({
    template: null,
    refusal,
    words,
    marked: marked.slice(0, 2),
  })
  if (!mayBeLearned(sender)) return none('known-sender')
  if (!last || others.length === 0) return none('unmarked')
  let failed: Extract<Learned, { ok: false }> | undefined
  for (const other of others) {
    const learned = learn(last, other, country)
    if (learned.ok && last.method === other.method) {
      const { parts, currency } = learned
      return {
        template: { parts, currency, method: last.method },
        refusal: null,
        words: [],
        marked: [last, other],
      }
    }
    failed ??= learned.ok ? { ok: false, code: 'marks' } : learned
  }
  return none(failed!.code, failed!.words ?? [])
}

/**
 * What the shop proposes to read of a sender: the template, or why there is none; and what it reads of the two marked
 * messages, of all that wait, and of those that are no payment. One of these that it would read refuses it.
 */
export async function propose(tx: Transaction, sender: string, country: string) {
  const { template, refusal, words, marked } = follow(sender, await markedOf(tx, sender), country)
  const waiting = await waitingOf(tx, sender).execute()
  const dismissed = template ? await dismissedOf(tx, sender) : []
  const read = (text: string) => presentReading(template && readByTemplate(template, text), country)
  const contradicting = dismissed.filter(({ body }) => body !== null && read(body) !== null)
  const known = await templatesOf(tx, sender)
  return {
    sender,
    template: template && {
      ...template,
      parts: [...template.parts],
      key: keyOf(sender, template),
      is_accepted: known.some((one) => keyOf(sender, one) === keyOf(sender, template)),
    },
    refusal: contradicting.length > 0 ? ('reads-no-payment' as const) : refusal,
    words,
    /** Whether it was revoked after the messages came that it follows from. */
    was_revoked: template !== null && (await wasRevoked(tx, sender, template, marked[0]!.received_at)),
    items: [
      ...marked.map(({ id, text, received_at }) => ({ id, text, received_at, state: 'marked' as const })),
      ...contradicting.map((row) => ({ ...row, text: row.body!, state: 'dismissed' as const })),
      ...waiting.flatMap((row) =>
        row.body === null ? [] : [{ ...row, text: row.body, state: 'waiting' as const }],
      ),
    ].map(({ id, text, received_at, state }) => ({
      id,
      text,
      state,
      reads: read(text),
      received_at: received_at.toISOString(),
    })),
  }
}

async function wasRevoked(
  { db }: Transaction,
  sender: string,
  template: Template & { method: string },
  since: Date,
) {
  const revoked = await db
    .selectFrom('message_templates')
    .selectAll()
    .where('sender', '=', sender)
    .where('revoked_at', '>', since)
    .execute()
  return revoked.some((one) => keyOf(sender, one) === keyOf(sender, template))
}

type Proposal = Awaited<ReturnType<typeof propose>>

/** So many senders are shown at once. */
const MOST_SENDERS = 10

/** What waits to be accepted, and why nothing follows from marked messages although others wait; or all of one sender. */
export async function listProposals(caller: CallerContext, sender: string | undefined) {
  const country = countryOf(await readSettings(caller.database))
  return caller.read(async (tx) => {
    const senders = sender === undefined ? await markedSenders(tx) : [sender]
    const items: Proposal[] = []
    // One connection.
    for (const one of senders) items.push(await propose(tx, one, country))
    return { items: sender === undefined ? items.filter(isOpen) : items }
  })
}

async function markedSenders({ db }: Transaction): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_evidence')
    .select('sender')
    .where('marks', 'is not', null)
    .where('sender', 'is not', null)
    .groupBy('sender')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .orderBy((eb) => eb.fn.max('received_at'), 'desc')
    .limit(MOST_SENDERS)
    .execute()
  return rows.flatMap(({ sender }) => sender ?? [])
}

/** Whether a person has to do something: accept, or mark another message. */
function isOpen({ template, refusal, was_revoked, items }: Proposal): boolean {
  if (refusal === 'known-sender' || refusal === 'unmarked') return false
  if (template) return !template.is_accepted && !was_revoked
  return items.some(({ state }) => state === 'waiting')
}

/** What an admin accepts: another template has another key. */
const keyOf = (sender: string, { parts, method, currency }: Template & { method: string }): string =>
  createHash('sha256')
    .update(JSON.stringify([sender, parts.map(partOf), method, currency]))
    .digest('hex')

/** In one order of properties: the database stores JSON in its own. */
const partOf = (part: Template['parts'][number]) =>
  'text' in part ? ['text', part.text] : ['slot', part.slot, part.form ?? null]

function presentReading(facts: MessageFacts | undefined | null, country: string) {
  if (!facts) return null
  const { amount, currency, balance, code, name, phone, reference, at } = facts
  return {
    amount: Number(amount),
    currency: currency!,
    code,
    reference,
    balance: balance === null ? null : Number(balance),
    payer_name: name,
    payer_phone: phone,
    paid_at: at === null ? null : momentOf(at, country).toISOString(),
  }
}
