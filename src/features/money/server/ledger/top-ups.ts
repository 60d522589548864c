import { randomUUIDv7 } from 'node:crypto'
import { implement } from '@orpc/server'
import { sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import { columnFromMoney, moneyFromColumn } from '../../../../server/database/tables.ts'
import type { CallerContext, Context } from '../../../../server/http/context.ts'
import { authorize } from '../../../../server/http/procedures.ts'
import { isDayBetween } from '../../../../shared/calendar.ts'
import type { Input } from '../../../../shared/contract.ts'
import { readMoney } from '../../../../shared/money/money.ts'
import { Refused } from '../../../../shared/refusal.ts'
import { audit } from '../../../audit/server/audit.ts'
import { announceAccounts } from '../../../fulfilment/server/accounts.ts'
import { topUpsContract } from '../../../fulfilment/top-ups.contract.ts'
import { methodKey } from '../../received/receipt-key.ts'
import { postTopUp, undoTopUp } from './cost.ts'

const SHOWN = 20
/** The account of the ledger against which a balance is booked that was there before. */
const keyOf = (method: string | null) => (method === null ? 'opening' : methodKey(method))
const FIRST_DAY = new Date('2000-01-01')

const on = implement(topUpsContract).$context<Context>().use(authorize)

export const topUpsRouter = {
  books: on.books.handler(({ context }) => context.caller.read(async (tx) => ({ items: await booksOf(tx) }))),
  topUp: on.topUp.handler(({ context, input }) => enterTopUp(context.caller, input)),
  undoTopUp: on.undoTopUp.handler(({ context, input }) => takeBack(context.caller, input.id)),
}

/** The balances of the accounts, or of one, as the ledger has them, with the latest top-ups. */
async function booksOf({ db }: Transaction, only: string | null = null) {
  const { rows } = await sql<{
    id: string
    currency: string
    balance: string | null
    balance_at: Date | null
    booked: string
    under_way: string
  }>`
    select a.id, a.currency, a.balance, a.balance_at,
           (select coalesce(-sum(e.amount), 0) from ledger_entries e
             where e.account = 'registrar:' || a.id and e.currency = a.currency) as booked,
           (select coalesce(sum(f.cost), 0) from fulfilments f
             where f.account_id = a.id and f.currency = a.currency and f.state in ('sent', 'ordered', 'unknown')) as under_way
      from registrar_accounts a where ${only}::uuid is null or a.id = ${only} order by a.name`.execute(db)
  const topUps = await db
    .selectFrom('registrar_accounts')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('registrar_top_ups')
          .selectAll()
          .select(sql<string>`paid_on::text`.as('date'))
          .whereRef('account_id', '=', 'registrar_accounts.id')
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(SHOWN)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .selectAll('latest')
    .$if(only !== null, (query) => query.where('registrar_accounts.id', '=', only!))
    .orderBy('latest.created_at', 'desc')
    .orderBy('latest.id', 'desc')
    .execute()
  return rows.map(({ id, currency, balance, balance_at, booked, under_way }) => ({
    id,
    currency,
    booked: Number(booked),
    read: balance === null ? null : Number(balance),
    read_at: balance_at?.toISOString() ?? null,
    under_way: Number(under_way),
    top_ups: topUps
      .filter((one) => one.account_id === id)
      .map((one) => ({
        id: one.id,
        amount: Number(one.amount),
        currency: one.currency,
        paid: { amount: Number(one.paid), currency: one.paid_currency },
        method: one.method,
        date: one.date,
        note: one.note,
        undone_at: one.undone_at?.toISOString() ?? null,
      })),
  }))
}

/**
 * An admin enters what was paid in to an account at a registrar. Refuses with `NOT_FOUND`, with `AMOUNT_INVALID` what is no
 * amount of its currency, and with `DATE_INVALID` a day after today.
 */
const enterTopUp = (caller: CallerContext, input: Input<typeof topUpsContract.topUp>) =>
  caller.write(async (tx) => {
    const account = await tx.db
      .selectFrom('registrar_accounts')
      .select(['id', 'currency'])
      .where('id', '=', input.id)
      .executeTakeFirst()
    if (!account) throw new Refused('NOT_FOUND')
    const credited = readMoney(input.amount, account.currency)
    const paid = input.paid ? readMoney(input.paid.amount, input.paid.currency) : credited
    if (!credited?.amount || !paid?.amount) throw new Refused('AMOUNT_INVALID')
    if (!isDayBetween(input.date, FIRST_DAY, caller.now)) throw new Refused('DATE_INVALID')
    const id = randomUUIDv7()
    const row = {
      amount: columnFromMoney(credited),
      currency: credited.currency,
      paid: columnFromMoney(paid),
      paid_currency: paid.currency,
      method: input.method,
      paid_on: input.date,
      note: input.note ?? null,
    }
    await tx.db
      .insertInto('registrar_top_ups')
      .values({ ...row, id, account_id: account.id, created_by: caller.actor(), created_at: caller.now })
      .execute()
    const source = { kind: 'top-up', id }
    await postTopUp(tx, {
      source,
      account: account.id,
      credited,
      paid,
      method: keyOf(input.method),
      now: caller.now,
    })
    await audit(tx, 'admin', {
      action: 'registrar.topped-up',
      entity: 'registrar',
      entity_id: account.id,
      after: row,
    })
    await announceAccounts(tx)
    return (await booksOf(tx, account.id))[0]!
  })

/** Takes back a top-up that was entered by mistake, once. Refuses with `NOT_FOUND`. */
const takeBack = (caller: CallerContext, id: string) =>
  caller.write(async (tx) => {
    const row = await tx.db
      .updateTable('registrar_top_ups')
      .set({ undone_at: caller.now, undone_by: caller.actor() })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new Refused('NOT_FOUND')
    await undoTopUp(tx, {
      source: { kind: 'top-up', id },
      account: row.account_id,
      credited: moneyFromColumn(row.amount, row.currency),
      paid: moneyFromColumn(row.paid, row.paid_currency),
      method: keyOf(row.method),
      now: caller.now,
    })
    await audit(tx, 'admin', {
      action: 'registrar.top-up-undone',
      entity: 'registrar',
      entity_id: row.account_id,
      before: { amount: row.amount, currency: row.currency, method: row.method, note: row.note },
    })
    await announceAccounts(tx)
    return (await booksOf(tx, row.account_id))[0]!
  })
