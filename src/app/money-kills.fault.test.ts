import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { random } from './testing/random.ts'
import { openProgram } from './testing/program.ts'

/**
 * Eight writers claim, pay, move, reverse and pay back over HTTP, as customers, phones, banks and an admin do, in an order of
 * chance, while the server and its database are killed in turn. 400 acts, or as many as the environment says in ACTS. Each
 * act is repeated until it is answered, so that one whose answer was lost happens twice. After each hundred, what always
 * holds is checked.
 */

const ACTS = Number(process.env['ACTS'] ?? 400)
const WRITERS = 8
const ROUND = 100
const PASSWORD = 'Pwani-Mawimbi-4'
const run = promisify(execFile)

const program = await openProgram('money-kills', {
  ADMIN_EMAIL: 'owner@example.com',
  ADMIN_PASSWORD: PASSWORD,
})
afterAll(() => program.close())

// oxlint-disable-next-line typescript/no-explicit-any -- bodies of many endpoints
type Answer = { status: number; body: any }

/** Somebody who is logged in. */
interface Session {
  email: string
  token: string
}

/** Sends until the server answers. It is down for a moment after each kill, and a token ends after an hour. */
async function answered(
  session: Session,
  send: (headers: { authorization: string }) => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const answer = await send({ authorization: `Bearer ${session.token}` }).catch(() => undefined)
    if (answer?.status === 401) await logIn(session.email).then(({ token }) => (session.token = token))
    else if (answer && answer.status < 500) return answer
    else await sleep(50)
  }
}

const call = (session: Session, method: string, path: string, body?: object) =>
  answered(session, (headers) => program.call(method, path, body, headers))

async function logIn(email: string): Promise<Session> {
  for (;;) {
    const answer = await program
      .call('POST', '/auth/v1/token?grant_type=password', { email, password: PASSWORD })
      .catch(() => undefined)
    const token = answer?.body?.['access_token']
    if (typeof token === 'string') return { email, token }
    await sleep(50)
  }
}

async function customer(n: number): Promise<Session> {
  const email = `walker-${n}@example.com`
  const data = { full_name: `Walker ${n}`, country: 'TZ', phone_number: `07123450${10 + n}` }
  await program.call('POST', '/auth/v1/signup', { email, password: PASSWORD, data })
  return logIn(email)
}

async function databaseProcess() {
  const files = await readdir(program.folder, { recursive: true })
  const file = files.find((path) => path.endsWith('postmaster.pid'))
  return file && existsSync(join(program.folder, file))
    ? Number((await readFile(join(program.folder, file), 'utf8')).split('\n')[0])
    : undefined
}

const today = () => new Date().toISOString().slice(0, 10)

interface Shop {
  admin: Session
  /** Of the phone's messages. */
  secret: string
  /** The last balance that the wallet has named, in shillings. */
  balance: number
}

/** What a writer does for its own customer, an act at a time. */
function writer(n: number, shop: Shop, own: Session, profile: string) {
  const { admin } = shop
  const dice = random(1 + n)
  let made = 0
  const name = () => `walk-${n}-${++made}`
  const code = () => `QK${n}W${String(++made).padStart(6, '0')}`
  const price = () => (100 + dice(2_000)) / 100

  /** An amount due for a domain. */
  async function offer(amount = price()) {
    const asked = await call(own, 'POST', '/api/domain-requests', { requested_domain: `${name()}.com` })
    const { id } = asked.body
    const saved = await call(admin, 'PATCH', `/api/admin/domain-requests/${id}`, {
      status: 'available',
      price: amount,
    })
    const charge = await call(own, 'GET', `/api/payments/${saved.body.reference}`)
    return {
      id: id as string,
      reference: saved.body.reference as string,
      charge: charge.body.id as string,
      amount,
    }
  }
  const service = async (charge: string) =>
    (
      await call(admin, 'POST', `/api/admin/charges/${charge}/payment`, {
        method: 'M-Pesa',
        receipt: `${name()}-R`,
        date: today(),
      })
    ).body
  /** Loads a statement of one row, for a reference or without one. */
  async function statement(details: string, amount: number, receipt = code()) {
    const text = `Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance\n${receipt},${today()} 00:00:01,${details},Completed,${amount},,\n`
    const address = `${program.address}/api/admin/payments/statement?save=1&method=M-Pesa&currency=USD`
    await answered(admin, async (headers) => {
      const { status } = await fetch(address, {
        method: 'POST',
        body: text,
        headers: { 'content-type': 'text/csv', ...headers },
      })
      return { status, body: null }
    })
    return receipt
  }
  /** A message of the wallet, in shillings, whose balance follows that of the one before. */
  async function message(reference: string, amount: number) {
    const receipt = code()
    const shillings = Math.round(amount * 2_600)
    shop.balance += shillings
    const text = `${receipt} Confirmed. You have received TZS ${shillings.toLocaleString('en-US')}.00 from ASHA MWANGI (255711000602) on ${today()} at 00:01 AM. Reference ${reference}. New M-Pesa balance is TZS ${shop.balance.toLocaleString('en-US')}.00.`
    const body = JSON.stringify({ sender: 'M-PESA', text })
    for (;;) {
      const timestamp = String(Math.floor(Date.now() / 1000))
      const signature = createHmac('sha256', shop.secret).update(body).update(timestamp).digest('hex')
      const answer = await fetch(`${program.address}/api/hooks/messages`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature },
      }).catch(() => undefined)
      if (answer && answer.status < 500) return receipt
      await sleep(50)
    }
  }
  const listed = async (query: string) =>
    (await call(admin, 'GET', `/api/admin/payments?${query}`)).body.items as {
      id: string
      type: string
      state: string
      version: number
      amount: number
      currency: string
      method: string
      code: string
    }[]
  const found = async (receipt: string) =>
    (await listed(`q=${receipt}`)).find(({ type }) => type === 'received')
  const claim = (reference: string, receipt: string) =>
    call(own, 'POST', `/api/payments/${reference}/claim`, {
      payer_name: `Walker ${n}`,
      receipt_number: receipt,
      payment_method: 'M-Pesa',
    })
  const allocate = async (receipt: string, parts: { charge_id: string; amount: number }[]) => {
    const payment = await found(receipt)
    if (payment)
      await call(admin, 'POST', `/api/admin/payments/${payment.id}/allocate`, {
        parts,
        reason: 'Booked to the wrong one',
        version: payment.version,
      })
  }

  const acts: (() => Promise<unknown>)[] = [
    // An admin records what came in, and the name is registered.
    async () => {
      const { id, charge } = await offer()
      await service(charge)
      if (dice(2))
        await call(admin, 'PATCH', `/api/admin/domain-requests/${id}`, {
          status: 'YOUR DOMAIN IS ACTIVE NOW',
        })
    },
    // A claim, which is corrected, withdrawn, rejected or confirmed.
    async () => {
      const { reference } = await offer()
      await claim(reference, code())
      const turn = dice(4)
      if (turn === 0) return call(own, 'DELETE', `/api/payments/${reference}/claim`)
      if (turn === 1)
        await call(own, 'PUT', `/api/payments/${reference}/claim`, {
          payer_name: `Walker ${n}`,
          receipt_number: code(),
          payment_method: 'M-Pesa',
        })
      const [open] = await listed(`state=claimed&q=${reference}`)
      if (!open) return undefined
      return turn === 2
        ? call(admin, 'POST', `/api/admin/payments/${open.id}/reject`, { reason: 'Not on our account' })
        : call(admin, 'POST', `/api/admin/payments/${open.id}/confirm`)
    },
    // A part, and later too much. The same statement may be loaded twice.
    async () => {
      const { reference, amount } = await offer()
      await statement(`Payment ${reference}`, Math.floor(amount * 50) / 100)
      const receipt = await statement(`Payment ${reference}`, amount)
      if (dice(2)) await statement(`Payment ${reference}`, amount, receipt)
    },
    // A claim and its money, in any order.
    async () => {
      const { reference, amount } = await offer()
      const receipt = code()
      await Promise.all([claim(reference, receipt), statement('Payment', amount, receipt)])
    },
    // A message of the phone. One that does not follow the last balance waits for an admin.
    async () => {
      const { reference, amount } = await offer()
      const receipt = await message(reference, amount)
      const payment = await found(receipt)
      if (payment?.state === 'held' && dice(2)) {
        const { id, version, currency } = payment
        await call(admin, 'POST', `/api/admin/payments/received/${id}/confirm`, {
          id,
          version,
          currency,
          amount: payment.amount,
          method: 'M-Pesa',
          code: receipt,
          reference,
        })
      }
    },
    // Credit pays, or is paid back.
    async () => {
      if (dice(2)) {
        const { charge } = await offer()
        return call(admin, 'POST', `/api/admin/charges/${charge}/credit`)
      }
      const { body } = await call(admin, 'GET', `/api/admin/profiles/${profile}/credit`)
      const [credit] = body.items
      if (!(credit?.amount > 0)) return undefined
      return call(admin, 'POST', `/api/admin/profiles/${profile}/refunds`, {
        amount: Math.min(credit.amount, 2),
        currency: 'USD',
        method: 'M-Pesa',
        reference: `${name()}-B`,
        date: today(),
      })
    },
    // The bank takes back what had paid.
    async () => {
      const { charge } = await offer()
      const { id, version } = await service(charge)
      if (id) await call(admin, 'POST', `/api/admin/payments/${id}/reverse`, { version })
    },
    // Paid and then not available: the price is the customer's credit.
    async () => {
      const { id, charge } = await offer()
      await service(charge)
      await call(admin, 'PATCH', `/api/admin/domain-requests/${id}`, { status: 'rejected' })
    },
    // Booked to the wrong amount due, and moved; or split; or taken off.
    async () => {
      const [wrong, right] = [await offer(), await offer()]
      const receipt = await statement(`Payment ${wrong.reference}`, wrong.amount)
      const turn = dice(3)
      const half = Math.floor(wrong.amount * 50) / 100
      const rest = Math.round((wrong.amount - half) * 100) / 100
      await allocate(
        receipt,
        turn === 0
          ? []
          : turn === 1
            ? [{ charge_id: right.charge, amount: wrong.amount }]
            : [
                { charge_id: wrong.charge, amount: half },
                { charge_id: right.charge, amount: rest },
              ],
      )
    },
    // A decision of an admin, which is undone, or booked by the program.
    async () => {
      const { charge, amount } = await offer()
      const receipt = await statement('Payment', amount)
      const payment = await found(receipt)
      if (!payment) return
      await call(admin, 'POST', `/api/admin/payments/${payment.id}/decision`, {
        act: 'allocate',
        parts: [{ charge_id: charge, amount }],
        version: payment.version,
      })
      if (dice(3) === 0) await call(admin, 'DELETE', `/api/admin/payments/${payment.id}/decision`)
    },
  ]
  return () => acts[dice(acts.length)]!()
}

/** What holds whenever nobody writes. */
async function check(admin: Session) {
  // Nothing that was decided is left undone.
  await expect
    .poll(() => program.sql(`select id from payment_decisions where failed is null`), { timeout: 60_000 })
    .toEqual([])
  expect(
    await program.sql(`select currency, sum(amount) from ledger_entries group by 1 having sum(amount) <> 0`),
    'the ledger is not zero',
  ).toEqual([])
  expect(
    await program.sql(
      `select r.id, r.state, r.amount, a.used
         from received_payments r,
              lateral (select coalesce(sum(amount), 0) as used from allocations
                        where payment_id = r.id and undone_at is null) a
        where a.used <> case when r.state in ('matched', 'short', 'over', 'double') then r.amount else 0 end`,
    ),
    'a received shilling is in no place, or in two',
  ).toEqual([])
  expect(
    await program.sql(
      `select id, state, settled, amount from charges
        where settled > amount or state <> 'void' and (state = 'paid') <> (settled = amount)`,
    ),
    'an amount due is paid twice, or its state is wrong',
  ).toEqual([])
  expect(
    await program.sql(
      `select c.id, c.state, c.sale, count(p.id) filter (where p.kind = 'invoice')::int as invoices,
              sum(case p.kind when 'invoice' then p.amount when 'credit-note' then -p.amount end) as invoiced
         from charges c left join invoices p on p.charge_id = c.id
        group by c.id having c.state = 'paid' and count(p.id) filter (where p.kind = 'invoice' and p.sale = c.sale) <> 1`,
    ),
    'what is paid has not one invoice',
  ).toEqual([])
  const [numbers] = await program.sql(
    `select count(*)::int as invoices, max(number) as last, count(distinct number)::int as numbers
       from invoices where series = 'INV'`,
  )
  expect(new Set(Object.values(numbers!)).size, 'invoices have a gap or a double').toBe(1)
  const sold = await program.sql<{ currency: string; net: number }>(
    `select currency, sum(amount)::float as net from ledger_entries where account = 'sales' group by 1 order by 1`,
  )
  // The overview is kept for some seconds.
  await expect
    .poll(
      async () => {
        const { body } = await call(admin, 'GET', '/api/admin/insights')
        const sums = new Map<string, number>()
        for (const { revenue } of body.months)
          for (const { currency, amount } of revenue)
            sums.set(currency, Math.round(((sums.get(currency) ?? 0) + amount) * 100) / 100)
        return [...sums].map(([currency, net]) => ({ currency, net }))
      },
      { timeout: 30_000, message: 'the overview has another revenue than the ledger' },
    )
    .toEqual(sold)
}

test(`${ACTS} acts of chance while server and database are killed: every shilling is in one place`, async () => {
  let server = await program.start()
  await program.sql(`insert into settings (key, value) values ('requests.mostOpen', 'null')`)
  const admin = await logIn('owner@example.com')
  const { body: secret } = await call(admin, 'PUT', '/api/admin/payments/message-secret', {})
  await call(admin, 'PATCH', '/api/admin/settings', {
    values: {
      'payments.accounts': [
        { method: 'M-Pesa', account: '5551234', holder: 'Kikoa', note: '', currency: 'TZS', rate: 2_600 },
      ],
    },
    versions: {},
  })
  await program.sql(
    `insert into received_balances (account, currency, balance) values ('mpesa', 'TZS', 1000)`,
  )
  const shop = { admin, secret: secret.secret as string, balance: 1_000 }
  const people = await Promise.all(Array.from({ length: WRITERS }, (_, n) => customer(n)))
  const profiles = await Promise.all(
    people.map(async (person) => (await call(person, 'GET', '/api/profile')).body.id as string),
  )
  const writers = people.map((person, n) => writer(n, shop, person, profiles[n]!))
  let [acts, kills] = [0, 0]
  for (let round = 1; acts < ACTS; round++) {
    const end = Math.min(ACTS, round * ROUND)
    const writing = Promise.all(
      writers.map(async (act) => {
        while (acts < end) {
          acts++
          await act()
        }
      }),
    )
    // Two kills in each round.
    for (const part of [0.3, 0.7]) {
      while (acts < end - ROUND * (1 - part)) await sleep(20)
      const target = (['server', 'database', 'both'] as const)[kills++ % 3]!
      const database = target === 'server' ? undefined : await databaseProcess()
      if (database) process.kill(database, 'SIGKILL')
      if (target === 'database') await program.ready()
      else {
        await program.kill(server)
        server = await program.start()
      }
    }
    await writing
    await check(admin)
  }

  await run(process.execPath, ['src/app/admin.ts', 'verify-ledger'], {
    env: { ...process.env, DATA_DIR: program.folder, DATABASE_URL: '', LOG_LEVEL: 'fatal' },
  })
  const [ledger] = await program.sql(`select count(distinct posting_id)::int as postings from ledger_entries`)
  expect(ledger!['postings']).toBeGreaterThan(ACTS)
}, 7_200_000)
