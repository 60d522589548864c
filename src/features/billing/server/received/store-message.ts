import { randomUUIDv7 } from 'node:crypto'
import { ConcurrentChange, type Transaction } from '../../../../server/database/database.ts'
import { isReceived } from '../../../payments/messages/kind.ts'
import { type MessageFacts, readMessage } from '../../../payments/messages/read-message.ts'
import type { Settings } from '../../../settings/settings.ts'
import {
  columnsOf,
  continuesOutwards,
  countryOf,
  decide,
  type IncomingMessage,
  isPrivate,
} from '../../../payments/server/received/decide.ts'
import {
  announce,
  isCodeUsedBefore,
  lockAccount,
  setBalance,
} from '../../../payments/server/received/chain.ts'
import type { ReceivedRow } from '../../../payments/server/received/tables.ts'

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
 * A message that is known already. Where it waits for a person, or another text about it was dismissed, and now counts, it
 * becomes received money with its own facts.
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
  // Another text about the same payment was dismissed. The same text stays dismissed.
  const isDismissed = known.state === 'ignored' && !known.fingerprint?.equals(row.fingerprint)
  if (row.state !== 'received' || (known.state !== 'held' && !isDismissed))
    return { row: known, isNew: false }
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
