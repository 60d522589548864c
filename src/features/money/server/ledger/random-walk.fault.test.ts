import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { random } from '../../../../app/testing/random.ts'
import { openShop, type Shop } from '../../../../app/testing/shop.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { postCreditNote, postReceipt, postRefund, postReversal, postSale } from './ledger.ts'
import { verifyLedger } from './verify.ts'

/**
 * 8 writers on two nodes make 1,000 acts, or as many as the environment says in ACTS, while their connections are killed.
 * Each act is repeated until a commit is acknowledged, so that one whose acknowledgement was lost is made twice.
 */

const ACTS = Number(process.env['ACTS'] ?? 1_000)
const WRITERS = 8
const CUSTOMERS = 20

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ nodes: 2, env: { LOG_LEVEL: 'silent' } })
})
afterAll(() => shop.close())

interface Cash {
  id: string
  user_id: string
  amount: number
  reversed?: boolean
}
interface Sale {
  id: string
  user_id: string
  net: number
  vat: number
  returned?: boolean
}

const usd = (amount: number) => ({ amount, currency: 'USD' })
const decimal = (cents: number) => (cents / 100).toFixed(2)
const now = new Date('2026-11-24T08:00:00Z')

const insertCharge = (tx: Transaction, { id, user_id, net, vat }: Sale, state: 'open' | 'paid') =>
  sql`with request as (
        insert into requests (id, user_id, kind, subject, status, stage)
        values (${id}, ${user_id}, 'domain', 'walk.com', 'available', 'offered') on conflict do nothing)
      insert into charges (id, user_id, reference, request_id, kind, subject, amount, currency, state, paid_at)
      values (${id}, ${user_id}, ${id}, ${id}, 'domain', 'walk.com', ${decimal(net + vat)}, 'USD', ${state},
              ${state === 'paid' ? now : null}) on conflict do nothing`.execute(tx.db)

const insertReceived = (tx: Transaction, { id, user_id, amount }: Cash, charge: string) =>
  sql`with payment as (
        insert into received_payments (id, channel, kind, method, amount, currency, received_at, state, user_id)
        values (${id}, 'by-hand', 'incoming', 'mpesa', ${decimal(amount)}, 'USD', ${now}, 'matched', ${user_id})
        on conflict do nothing)
      insert into allocations (id, payment_id, charge_id, user_id, amount, currency, outcome, allocated_at)
      values (${id}, ${id}, ${charge}, ${user_id}, ${decimal(amount)}, 'USD', 'matched', ${now})
      on conflict do nothing`.execute(tx.db)

const insertRefund = (tx: Transaction, { id, user_id, amount }: Cash) =>
  sql`insert into refunds (id, user_id, amount, currency, method, reference, paid_on)
      values (${id}, ${user_id}, ${decimal(amount)}, 'USD', 'M-Pesa', ${id}, ${now}) on conflict do nothing`.execute(
    tx.db,
  )

test(`${ACTS} acts by 8 writers with killed connections: the sum is zero, and each act counts once`, async () => {
  const people = await Promise.all(Array.from({ length: CUSTOMERS }, () => shop.customer()))
  const balances = new Map(people.map(({ id }) => [id, 0]))
  let [made, kills, repeats] = [0, 0, 0]

  let killing = true
  const killer = (async () => {
    while (killing) {
      const rows = await shop
        .sql(
          `select pg_terminate_backend(pid) from (
             select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
                and backend_type = 'client backend' and state <> 'idle' order by random() limit 1) victim`,
        )
        .catch(() => [])
      kills += rows.length
      await new Promise((done) => setTimeout(done, 40))
    }
  })()

  async function write(node: number, work: (tx: Transaction) => Promise<unknown>) {
    for (;;)
      try {
        return await shop.nodes[node]!.database.write('service', work)
      } catch {
        repeats++
        await new Promise((done) => setTimeout(done, 5))
      }
  }

  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const dice = random(1 + writer)
      const [receipts, sales]: [Cash[], Sale[]] = [[], []]
      const moved = (user_id: string, cents: number) => balances.set(user_id, balances.get(user_id)! + cents)
      const acts: (() => Promise<void>)[] = [
        // Received for a charge that stays open.
        async () => {
          const cash = { id: randomUUID(), user_id: people[dice(CUSTOMERS)]!.id, amount: 1 + dice(50_000) }
          const charge = { ...cash, id: randomUUID(), net: cash.amount, vat: 0 }
          await write(writer % 2, async (tx) => {
            await insertCharge(tx, charge, 'open')
            await insertReceived(tx, cash, charge.id)
            await postReceipt(tx, {
              source: { kind: 'received', id: cash.id },
              user_id: cash.user_id,
              method: 'mpesa',
              money: usd(cash.amount),
              now,
            })
          })
          receipts.push(cash)
          moved(cash.user_id, cash.amount)
        },
        // A sale, which takes the credit of the customer.
        async () => {
          const net = 1 + dice(40_000)
          const sale = {
            id: randomUUID(),
            user_id: people[dice(CUSTOMERS)]!.id,
            net,
            vat: Math.round(net * 0.18),
          }
          await write(writer % 2, async (tx) => {
            await insertCharge(tx, sale, 'paid')
            await postSale(tx, {
              source: { kind: 'charge', id: sale.id },
              user_id: sale.user_id,
              net: usd(sale.net),
              vat: usd(sale.vat),
              now,
            })
          })
          sales.push(sale)
          moved(sale.user_id, -sale.net - sale.vat)
        },
        // A credit note for a sale of this writer.
        async () => {
          const sale = sales.find(({ returned }) => !returned)
          if (!sale) return acts[1]!()
          await write(writer % 2, (tx) =>
            postCreditNote(tx, {
              source: { kind: 'charge', id: sale.id },
              user_id: sale.user_id,
              net: usd(sale.net),
              vat: usd(sale.vat),
              now,
            }),
          )
          sale.returned = true
          moved(sale.user_id, sale.net + sale.vat)
        },
        // A refund.
        async () => {
          const cash = { id: randomUUID(), user_id: people[dice(CUSTOMERS)]!.id, amount: 1 + dice(9_000) }
          await write(writer % 2, async (tx) => {
            await insertRefund(tx, cash)
            await postRefund(tx, {
              source: { kind: 'refund', id: cash.id },
              user_id: cash.user_id,
              method: 'mpesa',
              money: usd(cash.amount),
              now,
            })
          })
          moved(cash.user_id, -cash.amount)
        },
        // A reversal of a receipt of this writer.
        async () => {
          const cash = receipts.find(({ reversed }) => !reversed)
          if (!cash) return acts[0]!()
          await write(writer % 2, async (tx) => {
            await sql`update received_payments set state = 'reversed' where id = ${cash.id}`.execute(tx.db)
            await postReversal(tx, {
              source: { kind: 'received', id: cash.id },
              user_id: cash.user_id,
              method: 'mpesa',
              money: usd(cash.amount),
              now,
            })
          })
          cash.reversed = true
          moved(cash.user_id, -cash.amount)
        },
      ]
      while (made < ACTS) {
        made++
        await acts[dice(acts.length)]!()
      }
    }),
  )
  killing = false
  await killer

  const verdict = await verifyLedger((work) => shop.nodes[0]!.database.read('service', work))
  expect(verdict.differences).toEqual([])
  expect(verdict.postings).toBe(ACTS)
  expect(await shop.sql(`select sum(amount)::float as sum from ledger_entries`)).toEqual([{ sum: 0 }])
  const rows = await shop.sql<{ user_id: string; cents: number }>(
    `select user_id, round(sum(amount) * 100)::int as cents from ledger_entries where user_id is not null group by user_id`,
  )
  expect(Object.fromEntries(rows.map(({ user_id, cents }) => [user_id, cents]))).toEqual(
    Object.fromEntries(balances),
  )
  expect(kills).toBeGreaterThan(ACTS / 500)
  expect(repeats).toBeGreaterThan(ACTS / 2_000)
}, 1_800_000)
