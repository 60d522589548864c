import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { followLive, until } from './testing/live-reader.ts'
import { openShop, type Person, type Shop } from './testing/shop.ts'
import { type Event, publishEvents } from '../server/live/publish-events.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
})
afterAll(() => shop.close())

const follow = (person: Person, at: { node?: number; pageAge?: number; last?: string } = {}) =>
  followLive(shop, person, at)

/** Commits an event for a person on a node, after a pause inside the transaction. */
const commit = (person: Person, type: string, { node = 0, pause = 0 } = {}) =>
  shop.nodes[node]!.database.write('service', async (tx) => {
    // The features define the types.
    await publishEvents(tx, { user_id: person.id, type, topics: ['x'] } as Event)
    if (pause) await sql`select pg_sleep(${pause / 1_000})`.execute(tx.db)
  })

describe('a live stream', () => {
  test('tells its person of commits on either node, and nobody else but the admins', async () => {
    const [asha, juma, admin] = [await shop.customer(), await shop.customer(), await shop.admin()]
    const readers = [await follow(asha, { node: 1 }), await follow(juma), await follow(admin)]
    await commit(asha, 'one', { node: 0 })
    await commit(asha, 'two', { node: 1 })
    await until(() => readers[0]!.events.length === 2 && readers[2]!.events.length >= 2)
    // The two nodes publish in no particular order.
    expect(readers[0]!.events.map((event) => event.type).toSorted()).toEqual(['one', 'two'])
    expect(readers[1]!.events).toEqual([])
    for (const reader of readers) reader.stop()
  })

  test("does not send a customer what is the admins' business", async () => {
    const [asha, admin] = [await shop.customer(), await shop.admin()]
    const [hers, theirs] = [await follow(asha), await follow(admin)]
    await shop.nodes[0]!.database.write('service', (tx) =>
      publishEvents(tx, { user_id: asha.id, type: 'for admins', topics: ['x'], for_admins: true }),
    )
    await commit(asha, 'for both')
    await until(() => hers.events.length > 0 && theirs.events.length > 1)
    expect(hers.events.map((event) => event.type)).toEqual(['for both'])
    hers.stop()
    theirs.stop()
  })

  test('goes on with LISTEN cut, by looking for itself', async () => {
    const asha = await shop.customer()
    const reader = await follow(asha)
    shop.nodes[0]!.subscriber.cutListener()
    await commit(asha, 'unheard', { node: 1 })
    await until(() => reader.events.length === 1)
    expect(reader.events[0]!.type).toBe('unheard')
    reader.stop()
  })

  test('resumed after every cut, misses none of 400 events that were committed out of order', async () => {
    const asha = await shop.customer()
    const seen = new Set<string>()
    let last: string | undefined
    let done = false
    const reading = (async () => {
      // Cut after a few events, on alternating nodes, so that some events are committed while no stream is open.
      for (let turn = 0; !done || seen.size < 400; turn++) {
        const reader = await follow(asha, { node: turn % 2, ...(last && { last }) })
        await until(() => reader.events.length > 4 || seen.size + reader.events.length >= 400)
        reader.stop()
        await until(() => reader.ended)
        for (const event of reader.events) seen.add(event.type)
        last = reader.last
        if (turn > 400) throw new Error(`${seen.size} of 400 arrived`)
      }
    })()
    const writing = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < 50; n++)
        await commit(asha, `${writer}-${n}`, { node: writer % 2, pause: (writer * 7 + n) % 40 })
    })
    await Promise.all(writing)
    done = true
    await reading
    expect(seen.size).toBe(400)
  })

  test('sends a page that has just been opened what was committed since, and nothing of yesterday', async () => {
    const asha = await shop.customer()
    const early = await follow(asha)
    await commit(asha, 'yesterday')
    await shop.sql(`update events set at = now() - interval '1 day' where user_id = $1`, [asha.id])
    await commit(asha, 'meanwhile')
    await until(() => early.events.length === 2)
    const readers = await Promise.all([
      follow(asha, { pageAge: 1_000 }),
      follow(asha, { pageAge: Number.MAX_SAFE_INTEGER }),
      follow(asha),
    ])
    await until(() => readers.every((reader) => reader.last !== undefined))
    await commit(asha, 'after')
    await until(() => readers.every((reader) => reader.events.some((event) => event.type === 'after')))
    const types = readers.map((reader) => reader.events.map((event) => event.type))
    expect(types).toEqual([['meanwhile', 'after'], ['meanwhile', 'after'], ['after']])
    for (const reader of [early, ...readers]) reader.stop()
  })

  test.each([
    ['log-out', (person: Person) => shop.sql(`delete from auth.sessions where id = $1`, [person.session])],
    [
      'ban',
      (person: Person) =>
        shop.sql(`update auth.users set banned_until = now() + interval '1 h' where id = $1`, [person.id]),
    ],
    [
      'change of role',
      (person: Person) => shop.sql(`update profiles set role = 'user' where id = $1`, [person.id]),
    ],
  ])('ends after a %s, of which no event tells', async (_, act) => {
    const admin = await shop.admin()
    const reader = await follow(admin)
    await until(() => reader.last !== undefined)
    expect(reader.status).toBe(200)
    await act(admin)
    await until(() => reader.ended)
  })

  test('ends with its token', async () => {
    const asha = await shop.customer()
    const brief = await shop.tokenFor(asha, 2)
    const reader = await follow({ ...asha, token: brief })
    expect(reader.status).toBe(200)
    await until(() => reader.ended)
  })

  test('is not opened for a visitor, a service key, or a session that is gone', async () => {
    const asha = await shop.customer()
    await shop.sql(`delete from auth.sessions where id = $1`, [asha.session])
    expect((await shop.visitor('GET', '/api/live')).status).toBe(401)
    expect((await asha.call('GET', '/api/live')).status).toBe(401)
  })

  test('is one of few for a session', async () => {
    const asha = await shop.customer()
    const readers = await Promise.all(Array.from({ length: 12 }, () => follow(asha)))
    expect((await asha.call('GET', '/api/live')).status).toBe(429)
    for (const reader of readers) reader.stop()
  })

  test('is one of fifty for a person, of however many sessions: the oldest ends', async () => {
    const asha = await shop.customer()
    const readers: Awaited<ReturnType<typeof follow>>[] = []
    for (let log_in = 0; log_in < 6; log_in++) {
      const session = randomUUIDv7()
      await shop.sql(`insert into auth.sessions (id, user_id) values ($1, $2)`, [session, asha.id])
      const token = await shop.tokenFor({ id: asha.id, session })
      // Ten streams of a session concurrently, one session after the other.
      readers.push(...(await Promise.all(Array.from({ length: 10 }, () => follow({ ...asha, token })))))
    }
    await until(() => readers.filter(({ ended }) => ended).length >= 10)
    await commit(asha, 'news')
    await until(() => readers.filter(({ events }) => events.length > 0).length >= 50)
    expect(readers.map(({ ended }) => ended)).toEqual([...Array(10).fill(true), ...Array(50).fill(false)])
    for (const reader of readers) reader.stop()
  })
})
