import { fork } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { confirm, openCharge, type TestCharge } from './testing/sales.ts'

/**
 * Invoices by 8 writers over two database handles, while connections are terminated and a process is killed. 1,000 of them,
 * or as many as the environment says in INVOICES.
 */

const INVOICES = Number(process.env['INVOICES'] ?? 1_000)
const WRITERS = 8
const KILLED_EVERY = 20
const ROUNDS = 5

let shop: Shop
let asha: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  asha = await shop.customer()
})
afterAll(() => shop.close())

async function manyCharges(count: number): Promise<TestCharge[]> {
  const first = await openCharge(shop.sql, asha.id)
  const charges: TestCharge[] = []
  while (charges.length < count) {
    const rows = await shop.sql<Pick<TestCharge, 'id' | 'reference'>>(
      `with made as (
         insert into requests (id, user_id, kind, subject, status, stage)
         select gen_random_uuid(), $1, 'domain', 'n' || n || '.com', 'available', 'offered' from generate_series(1, 500) n
         returning id, subject)
       insert into charges (id, user_id, reference, request_id, kind, subject, amount, currency)
       select gen_random_uuid(), $1, id::text, id, 'domain', subject, 118, 'USD' from made returning id, reference`,
      [asha.id],
    )
    charges.push(...rows.map((row) => ({ ...first, ...row })))
  }
  return charges
}

/** The numbers of all committed invoices have neither gaps nor doubles, and each charge has at most one. */
async function expectNoGap(expected: number) {
  const [row] = await shop.sql(
    `select count(*)::int as invoices, count(distinct number)::int as numbers, min(number) as first, max(number) as last,
            count(distinct charge_id)::int as charges, (select max(last) from invoice_numbers) as counter
       from invoices where series = 'INV'`,
  )
  expect(row).toEqual({
    invoices: expected,
    numbers: expected,
    first: 1,
    last: expected,
    charges: expected,
    counter: expected,
  })
}

test(
  `${INVOICES} invoices have no gap and no double, while connections end`,
  { timeout: Math.max(900, INVOICES) * 1_000 },
  async () => {
    const charges = await manyCharges(INVOICES)
    const waiting = [...charges]
    let [issued, terminated] = [0, 0]
    // Any connection that is issuing an invoice now, and not this one.
    const terminate = async () => {
      const rows = await shop.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query ilike '%invoice%'
        limit 1`,
      )
      terminated += rows.length
    }
    const writer = async (turn: number) => {
      for (;;) {
        const charge = waiting.pop()
        if (!charge) return
        try {
          await confirm(shop.nodes[turn % 2]!.database, charge)
          // By their number and not by time, so that a slow machine gets on, too.
          if (++issued % KILLED_EVERY === 0) await terminate()
        } catch {
          // Whether a lost connection had committed is unknown, so it is tried again: the charge has one invoice.
          waiting.push(charge)
        }
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, (_, turn) => writer(turn)))
    expect(terminated).toBeGreaterThan(2)
    await expectNoGap(INVOICES)

    // A process that issues invoices is killed in between, several times. What it had not committed leaves no gap.
    const more = await manyCharges(INVOICES / 2)
    // The pool does not list its password.
    const { options } = shop.nodes[0]!.database.pool
    const perRound = more.length / ROUNDS
    for (let round = 0; round < ROUNDS; round++) {
      const child = fork(new URL('testing/issue-until-killed.ts', import.meta.url), [], {
        env: {
          ...process.env,
          INVOICES_DATABASE: JSON.stringify({ ...options, password: options.password }),
        },
      })
      child.send(more.slice(round * perRound, (round + 1) * perRound))
      // It is killed while it issues its eleventh invoice or a later one.
      const ended = new Promise((done) => child.once('exit', done))
      const tenIssued = new Promise<string>((done) => {
        let invoices = 0
        child.on('message', () => ++invoices === 10 && done('issued'))
      })
      expect(await Promise.race([tenIssued, ended])).toBe('issued')
      child.kill('SIGKILL')
      await ended
    }
    const [count] = await shop.sql(`select count(*)::int as invoices from invoices`)
    expect(count!['invoices']).toBeGreaterThan(INVOICES)
    await expectNoGap(count!['invoices'])
  },
)
