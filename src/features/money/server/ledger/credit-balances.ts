import { sql } from 'kysely'
import type { Money } from '../../../../shared/money/money.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { moneyFromColumn } from '../../../../server/database/tables.ts'
import './ledger.ts'

/**
 * What a customer can use or get back, in each currency in which it is not zero: the balance of the ledger, less what
 * open charges have already taken of it. It is negative where the customer owes more than was paid.
 */
export async function creditsOf({ db }: Transaction, user_id: string): Promise<Money[]> {
  const { rows } = await sql<{ amount: string; currency: string }>`
    select currency, sum(amount) as amount
      from (select currency, amount from ledger_entries where user_id = ${user_id}
            union all
            select currency, -settled from charges
             where user_id = ${user_id} and state = 'open' and paid_at is null) moved
     group by currency having sum(amount) <> 0 order by currency`.execute(db)
  return rows.map(({ amount, currency }) => moneyFromColumn(amount, currency))
}

/**
 * The credit of a customer in one currency. The lock on the profile lasts until the commit, so that two transactions can't
 * use the same credit.
 */
export async function lockCredit(tx: Transaction, user_id: string, currency: string): Promise<Money> {
  await tx.db.selectFrom('profiles').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
  const credits = await creditsOf(tx, user_id)
  return credits.find((one) => one.currency === currency) ?? { amount: 0, currency }
}

/** What the ledger says was sold for an order, less its credit notes. */
export async function soldForOrder({ db }: Transaction, order: string, currency: string): Promise<Money> {
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(e.amount), 0) as amount
      from ledger_entries e join ledger_postings p on p.id = e.posting_id
     where e.account in ('sales', 'vat') and e.currency = ${currency} and p.source_id in (${sourcesOf(order)})`.execute(
    db,
  )
  return moneyFromColumn(rows[0]!.amount, currency)
}

export async function hasReceiptFor({ db }: Transaction, order: string): Promise<boolean> {
  const { rows } = await sql`
    select from ledger_postings
     where act in ('receipt', 'opening') and source_kind in ('payment', 'received')
       and source_id in (${sourcesOf(order)}) limit 1`.execute(db)
  return rows.length > 0
}

const sourcesOf = (order: string) => sql`
  select id from charges where order_id = ${order}
  union all select id from claims where order_id = ${order}
  union all select id from refunds where order_id = ${order}
  union all select a.id from allocations a join charges c on c.id = a.charge_id where c.order_id = ${order}
  union all select p.id from invoices p join charges c on c.id = p.charge_id where c.order_id = ${order}`
