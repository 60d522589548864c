import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bring, bringEight, describeDatabase, interrupt, migrationNames } from './testing/catalogue.ts'
import {
  hasAdministrator,
  runServer,
  servers,
  tenant,
  type TestServer,
  withClient,
} from '@kikoa/postgres/testing'

type Login = Awaited<ReturnType<typeof tenant>>
/** What a database is made of, with the rows that say what was applied and without all others. */
const objects = async (login: Login) =>
  (await withClient(login, describeDatabase)).filter((line) => !/^row (?!migrations)/.test(line))

/** A customer with a request, and an order of one line, as every version has stored them. */
async function insertRows(login: Login) {
  const [person, order] = [randomUUID(), randomUUID()]
  await withClient(login, async (client) => {
    await client.query(`insert into auth.users (id, email) values ($1, 'zamani@example.com')`, [person])
    await client.query(`insert into profiles (id, full_name) values ($1, 'Zamani')`, [person])
    await client.query(
      `insert into requests (id, user_id, kind, subject, status, stage, price)
       values ($1, $2, 'domain', 'one.com', 'available', 'offered', 12.5)`,
      [randomUUID(), person],
    )
    await client.query(`insert into orders (id, user_id, total_price) values ($1, $2, 10)`, [order, person])
    await client.query(
      `insert into order_lines (id, order_id, user_id, position, domain, price) values ($1, $2, $3, 1, 'two.com', 10)`,
      [randomUUID(), order, person],
    )
  })
}

const readRows = (login: Login) =>
  withClient(login, async (client) => {
    const { rows } = await client.query(
      `select users.email, full_name, subject, requests.price::float, total_price::float, domain, orders.number
         from auth.users join profiles using (id) join requests on requests.user_id = profiles.id
         join orders on orders.user_id = profiles.id join order_lines on order_id = orders.id`,
    )
    return rows
  })
const kept = {
  email: 'zamani@example.com',
  full_name: 'Zamani',
  subject: 'one.com',
  price: 12.5,
  total_price: 10,
  domain: 'two.com',
  number: 1001,
}

describe.runIf(hasAdministrator)('a shop from before the schema', () => {
  let expected: string[]
  beforeAll(async () => {
    const made = await tenant(runServer, 'createrole')
    await bring(made)
    expected = await objects(made)
  })

  let login: Login
  beforeEach(async () => void (login = await tenant(runServer, 'createrole')))

  /** It is at the same schema as a new one, and has its rows. */
  async function expectUpgraded() {
    expect(await objects(login)).toEqual(expected)
    expect(await readRows(login)).toEqual([kept])
  }

  test.each(['0010', '0033', '0052', '0063', '0064', '0065'])(
    'is upgraded from migration %s by eight nodes at once, each migration once',
    async (number) => {
      const before = [...(await bring(login, '0001')), ...(await bring(login, number))]
      await insertRows(login)
      expect([...before, ...(await bringEight(login))]).toEqual(await migrationNames())
      await expectUpgraded()
    },
  )

  test('sends the mails that waited: what their data names is found by its new name', async () => {
    await bring(login, '0064')
    await insertRows(login)
    const mail = async (data: object) =>
      withClient(login, (client) =>
        client.query(
          `insert into mails (id, kind, recipient, language, data, expires_at)
           values ($1, 'payment-received', 'zamani@example.com', 'en', $2, now() + interval '1 day')`,
          [randomUUID(), data],
        ),
      )
    await mail({ amount: '10', paper: 'of-paper' })
    await mail({ record: 'of-record', facts: { record: 'inside' } })
    await mail({ subject: 'neither' })
    await bring(login)
    const { rows } = await withClient(login, (client) =>
      client.query(`select data from mails order by data::text`),
    )
    expect(rows.map(({ data }) => data)).toEqual([
      { amount: '10', invoice: 'of-paper' },
      { service: 'of-record', facts: { record: 'inside' } },
      { subject: 'neither' },
    ])
  })

  test('is upgraded at the next start if one was interrupted in the middle', async () => {
    await bring(login, '0035')
    await insertRows(login)
    expect(await interrupt(login, 'lock table public.charges in access share mode')).toBeInstanceOf(Error)
    expect((await bring(login)).at(0)).toBe('0042_staff_roles')
    await expectUpgraded()
  })
})

describe.runIf(hasAdministrator)(
  'the schema and the migrations that it replaces make the same database',
  () => {
    test.each<[string, () => Promise<TestServer>, string]>([
      [
        'where the extension has a schema',
        servers[0]![1],
        'create schema x; create extension pg_trgm schema x',
      ],
      // Those of this machine beside the server of the run.
      ...servers
        .slice(1)
        .map(([name, start]): [string, () => Promise<TestServer>, string] => [`on ${name}`, start, '']),
    ])('%s', async (_, start, before) => {
      const server = await start()
      try {
        const [made, upgraded] = [await tenant(server, 'createrole'), await tenant(server, 'createrole')]
        for (const one of [made, upgraded]) await withClient(one, (client) => client.query(before))
        await bring(made)
        await bring(upgraded, '0001')
        await bring(upgraded)
        const described = (login: Login) => withClient(login, describeDatabase)
        expect(await described(upgraded)).toEqual(await described(made))
      } finally {
        await server.stop()
      }
    })
  },
)
