import type { Transaction } from '../../../../server/database/database.ts'
import { isReceived } from '../../providers/kind.ts'
import { readMessage } from '../../providers/read-message.ts'
import { continuesOutwards } from '../../providers/treat-message.ts'
import { COUNTS } from '../../received/received.ts'
import type { Settings } from '../../../settings/settings.ts'
import { lockSender, readOwn } from '../templates/read-incoming.ts'
import { columnsOf, countryOf, decide, type IncomingMessage, isPrivate } from './decide.ts'
import { isCodeOfAnother, lockAccount, setBalance } from './chain.ts'
import { lockCodes, recordEvidence, type Recorded } from './evidence.ts'

/**
 * Reads a message of a wallet or bank and stores it exactly once, as evidence of a payment. What counts as received money
 * is matched after the commit. Gives undefined where nothing is stored of it.
 */
export async function storeMessage(
  tx: Transaction,
  settings: Settings,
  message: IncomingMessage,
  now: Date,
): Promise<Recorded | undefined> {
  await lockSender(tx, message.sender, 'message')
  const facts = await readOwn(tx, message, readMessage(message.text, countryOf(settings)))
  if (isPrivate(facts, message)) return undefined
  const columns = columnsOf(facts, message, settings)
  const { account, currency } = columns
  const lastBalance = await lockAccount(tx, account, currency)
  await lockCodes(tx, [columns.code_key ?? [], columns.reverses ?? []].flat())
  const context = {
    lastBalance,
    lastAt: message.channel === 'message' ? await lastTimeOf(tx, account, currency) : null,
    isNewCurrency: lastBalance === null && (await hasOtherCurrency(tx, account, currency)),
    isCodeUsed: await isCodeOfAnother(tx, columns),
  }
  const decided = decide(facts, message, settings, { ...context, now })
  const recorded = await recordEvidence(tx, { ...columns, ...decided })
  // Only what is proved, or money that went out in order, moves the balance: a forged message must not.
  const isProved = decided.rank >= COUNTS && recorded.outcome !== 'disagrees'
  const isOut = message.channel === 'message' && !isReceived(facts.kind) && decided.state === 'ignored'
  if (isProved || (isOut && continuesOutwards(facts, message.text, lastBalance)))
    await setBalance(tx, columns)
  return recorded
}

async function lastTimeOf({ db }: Transaction, account: string | null, currency: string | null) {
  if (!account || !currency) return null
  const last = await db
    .selectFrom('received_payments')
    .select('paid_at')
    .where('account', '=', account)
    .where('currency', '=', currency)
    .where('channel', '=', 'message')
    .where('rank', '>=', COUNTS)
    .where('paid_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.paid_at ?? null
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
