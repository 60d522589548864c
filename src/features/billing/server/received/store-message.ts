import { randomUUIDv7 } from 'node:crypto'
import { ConcurrentChange, type Transaction } from '../../../../server/database/database.ts'
import { publishEvents } from '../../../../server/live/publish-events.ts'
import { isReceived } from '../../../payments/messages/kind.ts'
import { type MessageFacts, readMessage } from '../../../payments/messages/read-message.ts'
import type { Settings } from '../../../settings/settings.ts'
import { columnsOf, continuesOutwards, countryOf, decide, type IncomingMessage, isPrivate } from './decide.ts'
import type { ReceivedRow } from './tables.ts'

/** What became of a message: the row, whether it is new, or undefined where nothing is stored of it. */
export type StoredMessage = { row: ReceivedRow; isNew: boolean } | undefined

/**
 * Reads a message of a wallet or bank and stores it exactly once. What counts as received money is matched
 * after the commit. A message that the phone delivers later settles one that an admin has pasted or that was held.
 */
export async function storeMessage(
  tx: Transaction,
  settings: Settings,
  message: IncomingMessage,
  now: Date,
): Promise<StoredMessage> {
  const facts = readMessage(message.text, countryOf(settings))
  if (isPrivate(facts, message)) return undefined
  const columns = columnsOf(facts, message, settings)
  const lastBalance = await lockAccount(tx, columns.account, columns.currency)
  const context = {
    lastBalance,
    isNewCurrency: lastBalance === null && (await hasOtherCurrency(tx, columns.account, columns.currency)),
    isCodeUsed: columns.code_key !== null && (await isCodeUsedBefore(tx, columns)),
  }
  const decided = decide(message, settings, { ...context, now })
  const row = await insertOnce(tx, { ...columns, ...decided })
  if (!row) return raise(tx, { ...columns, ...decided })
  await moveBalance(tx, row, { facts, message, lastBalance })
  await announce(tx, row)
  return { row, isNew: true }
}

type NewRow = ReturnType<typeof columnsOf> & ReturnType<typeof decide>

/** The new row, or undefined where a unique key knows it. */
const insertOnce = ({ db }: Transaction, row: NewRow): Promise<ReceivedRow | undefined> =>
  db
    .insertInto('received_payments')
    .values({ id: randomUUIDv7(), ...row })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/**
 * A message that is known already. Where it waits for a person and now counts, it becomes received money.
 * @throws ConcurrentChange where another message with its receipt number came first: the next attempt holds it.
 */
async function raise(tx: Transaction, row: NewRow): Promise<StoredMessage> {
  const known = await tx.db
    .selectFrom('received_payments')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('fingerprint', '=', row.fingerprint),
        ...(row.code_key
          ? [
              eb.and([
                eb('code_key', '=', row.code_key),
                eb('kind', '=', row.kind),
                eb('method', 'is not distinct from', row.method),
                eb('amount', 'is not distinct from', row.amount),
              ]),
            ]
          : []),
      ]),
    )
    .forUpdate()
    .executeTakeFirst()
  if (!known) throw new ConcurrentChange()
  if (row.state !== 'received' || known.state !== 'held') return { row: known, isNew: false }
  const raised = await tx.db
    .updateTable('received_payments')
    .set((eb) => ({ ...row, version: eb('version', '+', 1) }))
    .where('id', '=', known.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await setBalance(tx, raised)
  await announce(tx, raised)
  return { row: raised, isNew: true }
}

/**
 * The last balance of an account in a currency, locked until the transaction ends, so that two messages never continue
 * from the same one. Null where none is known.
 */
async function lockAccount({ db }: Transaction, account: string | null, currency: string | null) {
  if (!account || !currency) return null
  await db
    .insertInto('received_balances')
    .values({ account, currency })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('received_balances')
    .select('balance')
    .where('account', '=', account)
    .where('currency', '=', currency)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.balance
}

async function hasOtherCurrency({ db }: Transaction, account: string | null, currency: string | null) {
  if (!account || !currency) return false
  const other = await db
    .selectFrom('received_balances')
    .select('currency')
    .where('account', '=', account)
    .where('currency', '<>', currency)
    .where('balance', 'is not', null)
    .executeTakeFirst()
  return other !== undefined
}

/** Whether another payment has the receipt number, and counts. */
async function isCodeUsedBefore(
  { db }: Transaction,
  { code_key, method, amount }: Pick<ReceivedRow, 'code_key' | 'method' | 'amount'>,
) {
  const used = await db
    .selectFrom('received_payments')
    .select('id')
    .where('code_key', '=', code_key)
    .where('kind', '=', 'incoming')
    .where('state', 'not in', ['unread', 'held', 'ignored'])
    .where((eb) =>
      eb.or([eb('method', 'is distinct from', method), eb('amount', 'is distinct from', amount)]),
    )
    .executeTakeFirst()
  return used !== undefined
}

interface Known {
  facts: MessageFacts
  message: IncomingMessage
  lastBalance: string | null
}

/** Only messages that count, or money that went out in order, move the balance: a forged one must not. */
async function moveBalance(tx: Transaction, row: ReceivedRow, { facts, message, lastBalance }: Known) {
  const isOut = message.channel === 'message' && !isReceived(facts.kind) && row.state === 'ignored'
  if (row.state === 'received' || (isOut && continuesOutwards(facts, message, lastBalance)))
    await setBalance(tx, row)
}

/** So many messages that wait are read again after a decision. */
const MOST_FOLLOWERS = 200

/**
 * After an admin confirmed a message whose balance had a gap before it, for example because a message was lost: counts
 * the later ones of the account that were held for the same gap and now continue the balances one after the other.
 * @returns the ids of the rows that count now; the caller matches them after the commit
 */
export async function countFollowers(
  tx: Transaction,
  settings: Settings,
  { account, currency, received_at }: ReceivedRow,
  now: Date,
): Promise<string[]> {
  if (!account || !currency) return []
  let lastBalance = await lockAccount(tx, account, currency)
  const later = await tx.db
    .selectFrom('received_payments')
    .selectAll()
    .where('account', '=', account)
    .where('currency', '=', currency)
    .where('channel', '=', 'message')
    .where('received_at', '>=', received_at)
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'held'), eb('reason', 'in', ['balance', 'first'])]),
        eb.and([eb('state', '=', 'ignored'), eb('kind', '<>', 'incoming'), eb('decided_by', 'is', null)]),
      ]),
    )
    .orderBy('received_at')
    .orderBy('id')
    .limit(MOST_FOLLOWERS)
    .forUpdate()
    .execute()
  const counted: string[] = []
  for (const row of later) {
    const message: IncomingMessage = {
      channel: 'message',
      sender: row.sender ?? '',
      text: row.body ?? '',
      receivedAt: row.received_at,
    }
    if (row.state === 'ignored') {
      const facts = readMessage(message.text, countryOf(settings))
      if (!continuesOutwards(facts, message, lastBalance)) continue
    } else {
      // oxlint-disable-next-line no-await-in-loop -- each continues the balance of the one before
      const isCodeUsed = row.code_key !== null && (await isCodeUsedBefore(tx, row))
      const context = { lastBalance, isNewCurrency: false, isCodeUsed, now }
      if (decide(message, settings, context).state !== 'received') continue
      // oxlint-disable-next-line no-await-in-loop
      const released = await tx.db
        .updateTable('received_payments')
        .set((eb) => ({ state: 'received', reason: null, version: eb('version', '+', 1) }))
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      // oxlint-disable-next-line no-await-in-loop
      await announce(tx, released)
      counted.push(row.id)
    }
    lastBalance = row.balance
    // oxlint-disable-next-line no-await-in-loop
    await setBalance(tx, row)
  }
  return counted
}

/** Stores the balance that a message names as the account's last one. */
export async function setBalance(
  { db }: Transaction,
  { account, currency, balance }: ReceivedRow,
): Promise<void> {
  if (!account || !currency || balance === null) return
  await db
    .insertInto('received_balances')
    .values({ account, currency, balance })
    .onConflict((conflict) => conflict.columns(['account', 'currency']).doUpdateSet({ balance }))
    .execute()
}

/** Tells the open pages of the admins. */
export async function announce(tx: Transaction, row: ReceivedRow): Promise<void> {
  if (row.state === 'ignored') return
  await publishEvents(tx, {
    user_id: null,
    type: `payment.${row.state}`,
    topics: ['payments'],
    entity_id: row.id,
    for_admins: true,
  })
}
