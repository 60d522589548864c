import { importJWK, jwtVerify } from 'jose'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { openCallingShop, path, wait } from './testing/calling-shop.ts'
import { makeBrowser } from './testing/outside.ts'

/** Web Push calls the staff in their browsers. */

const calling = await openCallingShop()
const { shop, asha, pushService, staffMember, withBrowser, ask, callsTo, settled } = calling
afterEach(calling.reset)
afterAll(calling.close)

describe('Web Push', () => {
  test('has one pair of keys, sealed, though eight ask first at once on two nodes', async () => {
    await shop.sql('delete from vapid_keys')
    const admins = await eightTimes(() => shop.admin())
    const found = await eightTimes(async (turn) => {
      const { body } = await shop.at(turn % 2, admins[turn]!.token)('GET', path)
      return body.push.public_key as string
    })
    expect(new Set(found).size).toBe(1)
    const [row] = await shop.sql(`select public_key, length(sealed) as length from vapid_keys`)
    // A nonce, a tag and 43 characters.
    expect(row).toEqual({ public_key: found[0], length: 12 + 16 + 43 })
  })

  test('says what has arrived, signed and encrypted for the browser, once for eight things at once', async () => {
    const one = await staffMember()
    const browser = await withBrowser(one)
    const asked = await eightTimes(() => ask())
    await settled(one, 8)
    const read = browser.arrivals().map((arrival) => browser.read(arrival))
    expect(read.map(({ body }) => body).toSorted()).toEqual(asked.map(({ name }) => name).toSorted())
    const first = browser.arrivals()[0]!
    const about = asked.find(({ name }) => name === read[0]!['body'])!
    expect(read[0]).toEqual({
      title: 'New: Domain request',
      body: about.name,
      tag: expect.any(String),
      url: `/admin/inbox?kind=domain&item=${about.id}`,
    })
    expect(first.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      topic: read[0]!['tag']!.replaceAll('-', ''),
      urgency: 'normal',
    })
    const [, token, key] = /^vapid t=(.+), k=(.+)$/.exec(first.headers['authorization']!)!
    const point = Buffer.from(key!, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256')
    const { payload } = await jwtVerify(token!, jwk, { audience: new URL(pushService.url).origin })
    expect(payload.sub).toMatch(/^mailto:/)
    const stored = (await one.call('GET', path)).body.push.public_key
    expect(key).toBe(stored)
  })

  test('of what people wrote and who paid says the kind only', async () => {
    const one = await staffMember()
    const browser = await withBrowser(one)
    expect((await asha.call('POST', '/api/chat', { body: 'My secret' })).status).toBe(201)
    await settled(one, 1)
    const [arrival] = browser.arrivals()
    expect(browser.read(arrival!)).toMatchObject({ title: 'New: Chat', body: 'Kikoa' })
    expect(JSON.stringify(browser.read(arrival!))).not.toContain('secret')
  })

  test('goes to no inner address, and only over HTTPS', async () => {
    const one = await staffMember()
    const { subscription } = makeBrowser(pushService)
    for (const [endpoint, status] of [
      ['https://127.0.0.1:1/push', 400],
      ['https://10.0.0.1/push', 400],
      ['https://169.254.169.254/push', 400],
      [subscription.endpoint.replace('https', 'http'), 400],
    ] as const)
      expect((await one.call('PUT', `${path}/browser`, { ...subscription, endpoint })).status).toBe(status)
    // Also when it was stored before.
    await withBrowser(one)
    await shop.sql(`update push_subscriptions set endpoint = 'https://127.0.0.1:1/push'`)
    await ask()
    await vi.waitFor(async () => {
      expect(await callsTo(one)).toMatchObject([{ state: 'waiting', reason: 'inner-address' }])
    }, wait)
  })

  test.each([404, 410])('forgets a browser of which the service says %i', async (status) => {
    const one = await staffMember()
    await withBrowser(one)
    pushService.status = status
    await ask()
    await vi.waitFor(async () => expect(await shop.sql('select from push_subscriptions')).toEqual([]), wait)
    expect((await one.call('GET', path)).body.push.is_on).toBe(false)
  })

  test('is tried again after a failure, with the same topic', async () => {
    const one = await staffMember()
    const browser = await withBrowser(one)
    pushService.status = 503
    await ask()
    await vi.waitFor(async () => expect(await callsTo(one)).toMatchObject([{ reason: 'status 503' }]), wait)
    pushService.status = 201
    await shop.sql(`update staff_notifications set due_at = now() where state = 'waiting'`)
    expect(await settled(one, 1)).toMatchObject([{ state: 'sent', reason: null }])
    const topics = browser.arrivals().map(({ headers }) => headers['topic'])
    expect([topics.length, new Set(topics).size]).toEqual([2, 1])
  })

  test('ends with the log-out, and goes to the person who is logged in in that browser', async () => {
    const one = await staffMember()
    const other = await staffMember()
    const { subscription } = await withBrowser(one)
    expect((await one.call('POST', '/auth/v1/logout?scope=local')).status).toBe(204)
    expect(await shop.sql('select from push_subscriptions')).toEqual([])
    for (const who of [other, await staffMember()])
      expect((await who.call('PUT', `${path}/browser`, subscription)).status).toBe(200)
    expect(await shop.sql('select user_id from push_subscriptions')).toHaveLength(1)
    expect((await other.call('GET', path)).body.push.is_on).toBe(false)
    expect((await other.call('DELETE', `${path}/browser`)).body.push.is_on).toBe(false)
    expect(await shop.sql('select user_id from push_subscriptions')).toHaveLength(1)
  })
})
