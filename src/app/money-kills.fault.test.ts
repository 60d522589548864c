import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { openProgram } from './testing/program.ts'

/**
 * Eight writers sell, take payments and pay back over HTTP, as customers and an admin do, while the server and its
 * database are killed in turn. 400 acts, or as many as the environment says in ACTS. Each act is repeated until it is
 * answered, so that one whose answer was lost happens twice.
 */

const ACTS = Number(process.env['ACTS'] ?? 400)
const WRITERS = 8
const KILLS = 10
const PASSWORD = 'Pwani-Mawimbi-4'
const run = promisify(execFile)

const program = await openProgram('money-kills', {
  ADMIN_EMAIL: 'owner@example.com',
  ADMIN_PASSWORD: PASSWORD,
})
afterAll(() => program.close())

// oxlint-disable-next-line typescript/no-explicit-any -- bodies of many endpoints
type Answer = { status: number; body: any }

/** Calls until the server answers. It is down for a moment after each kill. */
async function call(token: string, method: string, path: string, body?: object): Promise<Answer> {
  for (;;) {
    const answer = await program
      .call(method, path, body, { authorization: `Bearer ${token}` })
      .catch(() => undefined)
    if (answer && answer.status < 500) return answer
    await sleep(50)
  }
}

async function logIn(email: string): Promise<string> {
  const { body } = await program.call('POST', '/auth/v1/token?grant_type=password', {
    email,
    password: PASSWORD,
  })
  return body!['access_token']!
}

async function customer(n: number): Promise<string> {
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

/** What one writer does in turn for its own customer. Gives the number of acts that the server carried out. */
function writer(n: number, admin: string, token: string, profile: string) {
  const day = new Date().toISOString().slice(0, 10)
  let made = 0
  const name = () => `walk-${n}-${++made}`

  /** A request that has a price. Gives its id, its reference and the id of its charge. */
  async function offer(price: number) {
    const asked = await call(token, 'POST', '/api/domain-requests', { requested_domain: `${name()}.com` })
    const { id } = asked.body
    const saved = await call(admin, 'PATCH', `/api/admin/domain-requests/${id}`, {
      status: 'available',
      price,
    })
    const charge = await call(token, 'GET', `/api/payments/${saved.body.reference}`)
    return { id: id as string, reference: saved.body.reference as string, charge: charge.body.id as string }
  }
  const record = async (charge: string) =>
    (
      await call(admin, 'POST', `/api/admin/charges/${charge}/payment`, {
        ...{ method: 'M-Pesa', receipt: `${name()}-R`, date: day },
      })
    ).body
  /** Loads a statement with one payment for a reference. */
  async function statement(reference: string, amount: number) {
    const text = `Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance\nS${n}TEST${++made},${day} 00:00:01,Payment ${reference},Completed,${amount},,\n`
    for (;;) {
      const answer = await fetch(
        `${program.address}/api/admin/payments/statement?save=1&method=M-Pesa&currency=USD`,
        {
          method: 'POST',
          body: text,
          headers: { 'content-type': 'text/csv', authorization: `Bearer ${admin}` },
        },
      ).catch(() => undefined)
      if (answer && answer.status < 500) return
      await sleep(50)
    }
  }

  return [
    async () => {
      const { charge } = await offer(12.5)
      await record(charge)
    },
    async () => {
      const { id } = await offer(7)
      await call(token, 'POST', `/api/domain-requests/${id}/payment`, {
        payer_name: `Walker ${n}`,
        receipt_number: `C${n}TEST${++made}`,
        payment_method: 'M-Pesa',
      })
      const { body } = await call(admin, 'GET', '/api/admin/payments?state=claimed&limit=20')
      for (const { id: claim, type } of body.items)
        if (type === 'claim') await call(admin, 'POST', `/api/admin/payments/${claim}/confirm`)
    },
    // A part, and later too much.
    async () => {
      const { reference } = await offer(10)
      await statement(reference, 4)
      await statement(reference, 9)
    },
    async () => {
      const { charge } = await offer(3)
      await call(admin, 'POST', `/api/admin/charges/${charge}/credit`)
    },
    async () => {
      const { body } = await call(admin, 'GET', `/api/admin/profiles/${profile}/credit`)
      const [credit] = body.items
      if (credit?.amount > 0)
        await call(admin, 'POST', `/api/admin/profiles/${profile}/refunds`, {
          ...{ amount: Math.min(credit.amount, 2), currency: 'USD', method: 'M-Pesa' },
          ...{ reference: `${name()}-B`, date: day },
        })
    },
    async () => {
      const { charge } = await offer(5)
      const { id, version } = await record(charge)
      if (id) await call(admin, 'POST', `/api/admin/payments/${id}/reverse`, { version })
    },
    // Paid and then not available: the price is the customer's credit.
    async () => {
      const { id, charge } = await offer(6)
      await record(charge)
      await call(admin, 'PATCH', `/api/admin/domain-requests/${id}`, { status: 'rejected' })
    },
  ]
}

test(`${ACTS} acts while server and database are killed: every posting and the whole sum to zero`, async () => {
  let server = await program.start()
  await program.sql(`insert into settings (key, value) values ('requests.mostOpen', 'null')`)
  const admin = await logIn('owner@example.com')
  const tokens = await Promise.all(Array.from({ length: WRITERS }, (_, n) => customer(n)))
  const profiles = await Promise.all(
    tokens.map(async (token) => (await call(token, 'GET', '/api/profile')).body.id as string),
  )
  let acts = 0
  const writing = Promise.all(
    tokens.map(async (token, n) => {
      const turns = writer(n, admin, token, profiles[n]!)
      for (let turn = n; acts < ACTS; turn++) {
        await turns[turn % turns.length]!()
        acts++
      }
    }),
  )
  for (let kill = 1; kill <= KILLS; kill++) {
    while (acts < (ACTS * kill) / (KILLS + 1)) await sleep(20)
    const target = (['server', 'database', 'both'] as const)[kill % 3]!
    const database = target === 'server' ? undefined : await databaseProcess()
    if (database) process.kill(database, 'SIGKILL')
    if (target === 'database') await program.ready()
    else {
      await program.kill(server)
      server = await program.start()
    }
  }
  await writing

  await run(process.execPath, ['src/app/admin.ts', 'verify-ledger'], {
    env: { ...process.env, DATA_DIR: program.folder, DATABASE_URL: '', LOG_LEVEL: 'fatal' },
  })
  const [ledger] = await program.sql(
    `select sum(amount)::float as sum, count(distinct posting_id)::int as postings from ledger_entries`,
  )
  expect(ledger!['sum']).toBe(0)
  expect(ledger!['postings']).toBeGreaterThan(ACTS)
  const invoices = await program.sql(
    `select count(*)::int as papers, max(number) as last, count(distinct number)::int as numbers
         from papers where series = 'INV'`,
  )
  expect(new Set(Object.values(invoices[0]!)).size).toBe(1)
}, 1_800_000)
