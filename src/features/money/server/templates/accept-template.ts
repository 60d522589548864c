import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from '../../../../server/database/database.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { Refused } from '../../../../shared/refusal.ts'
import { audit } from '../../../audit/server/audit.ts'
import { announceTemplate, showTemplate, templatesOf } from '../../../settings/server/message-templates.ts'
import type { Settings } from '../../../settings/settings.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { COUNTS, uncountedStates } from '../../received/received.ts'
import { isCodeOfAnother, lockAccount, setBalance } from '../received/chain.ts'
import { columnsOf, countryOf, decide, type IncomingMessage } from '../received/decide.ts'
import { lockCodes } from '../received/evidence.ts'
import type { ReceivedRow } from '../received/received.tables.ts'
import { matchReceived } from '../matching/match.ts'
import { MOST_WAITING, propose, waitingOf } from './propose.ts'
import { recordAgain } from './record-again.ts'
import { lockSender, ownAccountOf, readByOwn } from './read-incoming.ts'
import type { Input } from '../../../../shared/contract.ts'
import type { templatesContract } from '../../templates/templates.contract.ts'

/**
 * An admin accepts a template: messages of exactly its sender are read by it, and those that wait are read again, once.
 * Refuses with `CONFLICT` where the proposal is another one by now. One that is accepted already stays as it is.
 */
export async function acceptTemplate(
  caller: CallerContext,
  { sender, key }: Input<typeof templatesContract.accept>,
) {
  const settings = await readSettings(caller.database)
  const { ids, ...accepted } = await caller.write(async (tx) => {
    await lockSender(tx, sender, 'template')
    const { template, refusal } = await propose(tx, sender, countryOf(settings))
    if (!template || refusal !== null || template.key !== key) throw new Refused('CONFLICT')
    const { parts, method, currency } = template
    const [known] = (await templatesOf(tx, sender)).filter(
      (one) => template.is_accepted && isLike(one, template),
    )
    if (known) return { template: await showTemplate(tx, known.id), read: 0, counted: 0, ids: [] }
    const id = randomUUIDv7()
    await tx.db
      .insertInto('message_templates')
      .values({
        id,
        sender,
        method,
        currency,
        parts: JSON.stringify(parts),
        accepted_by: caller.actor(),
        accepted_at: caller.now,
        revoked_by: null,
        revoked_at: null,
      })
      .execute()
    await Promise.all([
      audit(tx, 'admin', {
        action: 'message-template.accepted',
        entity: 'template',
        entity_id: id,
        after: { sender, method, currency, parts: parts.length },
      }),
      announceTemplate(tx, id),
    ])
    const read = await readAgain(tx, settings, { sender, currency, now: caller.now })
    return { template: await showTemplate(tx, id), ...read }
  })
  for (const id of ids) {
    // In the order in which the money came in.
    await matchReceived(caller.database, id, caller.now)
  }
  return accepted
}

/** The one of several templates that is the proposed one. */
const isLike = (one: { method: string; currency: string }, other: { method: string; currency: string }) =>
  one.method === other.method && one.currency === other.currency

interface Again {
  sender: string
  currency: string
  now: Date
}

/**
 * Reads the messages of a sender again that wait, in the order of their arrival. One whose balance continues that of a
 * message before it counts, as it would have when it came; all others wait for a person. The caller has locked the sender,
 * and matches the payments of `ids` after the commit.
 */
async function readAgain(tx: Transaction, settings: Settings, { sender, currency, now }: Again) {
  await lockAccount(tx, ownAccountOf(sender), currency)
  const templates = await templatesOf(tx, sender)
  const waiting = await waitingOf(tx, sender).forUpdate().execute()
  const readable = waiting.flatMap((row) => {
    const message: IncomingMessage = {
      channel: 'message',
      sender,
      text: row.body ?? '',
      receivedAt: row.received_at,
    }
    const facts = readByOwn(templates, message)
    return facts ? [{ row, message, facts, columns: columnsOf(facts, message, settings) }] : []
  })
  await lockCodes(
    tx,
    readable.flatMap(({ columns }) => columns.code_key ?? []),
  )
  const proved = await provedOf(tx, sender, currency)
  const result = { read: readable.length, counted: 0, ids: [] as string[] }
  let counting: Proved | undefined
  for (const { row, message, facts, columns } of readable) {
    // What a person has confirmed, or this loop has proved, up to the arrival of this message.
    const before = proved.findLast(({ received_at }) => received_at <= row.received_at)
    const last = counting && (!before || counting.received_at >= before.received_at) ? counting : before
    // Each continues the balance of the one before.
    const isCodeUsed = await isCodeOfAnother(tx, columns)
    const context = { lastBalance: last?.balance ?? null, isNewCurrency: false, isCodeUsed, now }
    const decided = decide(facts, message, settings, context)
    const { row: payment, outcome } = await recordAgain(tx, row, { ...columns, ...decided })
    if (decided.rank >= COUNTS && outcome !== 'disagrees') {
      result.counted++
      counting = { balance: columns.balance, received_at: row.received_at }
    }
    result.ids.push(payment.id)
  }
  const [newest] = [counting, proved.at(-1)]
    .filter((one) => one !== undefined)
    .toSorted((one, other) => other.received_at.getTime() - one.received_at.getTime())
  if (newest) await setBalance(tx, { account: ownAccountOf(sender), currency, balance: newest.balance })
  return result
}

type Proved = Pick<ReceivedRow, 'balance' | 'received_at'>

/** The balances of the sender's messages that count, the first one first. */
const provedOf = async ({ db }: Transaction, sender: string, currency: string): Promise<Proved[]> => {
  const rows = await db
    .selectFrom('received_payments')
    .select(['balance', 'received_at'])
    .where('sender', '=', sender)
    .where('account', '=', ownAccountOf(sender))
    .where('currency', '=', currency)
    .where('channel', '=', 'message')
    .where('rank', '>=', COUNTS)
    .where('state', 'not in', uncountedStates)
    .where('balance', 'is not', null)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_WAITING)
    .execute()
  return rows.toReversed()
}
