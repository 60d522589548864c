import type { Transaction } from '../../../../server/database/database.ts'
import { publishEvents } from '../../../../server/live/publish-events.ts'
import type { Settings } from '../../../settings/settings.ts'
import { readOwn } from '../templates/read-incoming.ts'
import { readMessage } from '../../providers/read-message.ts'
import { countryOf, decide, type IncomingMessage } from './decide.ts'
import { continuesOutwards } from '../../providers/treat-message.ts'
import { COUNTS, uncountedStates } from '../../received/received.ts'
import type { ReceivedRow } from './received.tables.ts'

/**
 * The last balance of an account in a currency, locked until the transaction ends, so that two messages never continue
 * from the same one. Null where none is known.
 */
export async function lockAccount({ db }: Transaction, account: string | null, currency: string | null) {
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

/** Whether a payment by another method has the receipt number, and counts. */
export async function isCodeOfAnother(
  { db }: Transaction,
  { code_key, method }: Pick<ReceivedRow, 'code_key' | 'method'>,
): Promise<boolean> {
  if (code_key === null) return false
  const used = await db
    .selectFrom('received_payments')
    .select('id')
    .where('code_key', '=', code_key)
    .where('kind', '=', 'incoming')
    .where('state', 'not in', uncountedStates)
    .where('method', 'is distinct from', method)
    .executeTakeFirst()
  return used !== undefined
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
    const facts = await readOwn(tx, message, readMessage(message.text, countryOf(settings)))
    if (row.state === 'ignored') {
      if (!continuesOutwards(facts, message.text, lastBalance)) continue
    } else {
      // Each continues the balance of the one before.
      const isCodeUsed = await isCodeOfAnother(tx, row)
      const context = { lastBalance, isNewCurrency: false, isCodeUsed, now }
      if (decide(facts, message, settings, context).state !== 'received') continue
      const released = await tx.db
        .updateTable('received_payments')
        .set((eb) => ({ state: 'received', reason: null, rank: COUNTS, version: eb('version', '+', 1) }))
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await tx.db
        .updateTable('payment_evidence')
        .set({ reason: null, rank: COUNTS })
        .where('payment_id', '=', row.id)
        .where('channel', '=', 'message')
        .where('rank', '=', row.rank)
        .execute()
      await announce(tx, released)
      counted.push(row.id)
    }
    lastBalance = row.balance
    await setBalance(tx, row)
  }
  return counted
}

/** Stores the balance that a message names as the account's last one. */
export async function setBalance(
  { db }: Transaction,
  { account, currency, balance }: Pick<ReceivedRow, 'account' | 'currency' | 'balance'>,
): Promise<void> {
  if (!account || !currency || balance === null) return
  await db
    .insertInto('received_balances')
    .values({ account, currency, balance })
    .onConflict((conflict) => conflict.columns(['account', 'currency']).doUpdateSet({ balance }))
    .execute()
}

/** Tells the open pages of the admins what a payment is now. */
export async function announce(tx: Transaction, { id, state }: ReceivedRow): Promise<void> {
  if (state !== 'ignored') await announceToAdmins(tx, id, `payment.${state}`)
}

/** Tells the admins' open lists that a payment changed which belongs to nobody. */
export const announceToAdmins = (tx: Transaction, id: string, type = 'payment.changed') =>
  publishEvents(tx, { user_id: null, type, topics: ['payments'], entity_id: id, for_admins: true })
