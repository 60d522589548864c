import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDriver, orderOf } from './testing/open-driver.ts'
import { startStub, type Stub } from './stub/stub.ts'
import { stubName } from './stub/stub-books.ts'
import { tokenOf } from './token.ts'

const signer = { username: 'reseller@example.com', key: '1234567890QWERTYUIOPASDFGHJKLZXCVBNM' }

/** Made by `printf KEY | openssl dgst -sha256 -hmac 'EMAIL:HOUR'`, the hex text in base64. */
const vectors: [string, string][] = [
  [
    '2026-11-28T09:00:00.000Z',
    'ZWRhOGMzNDRlYzAxNmQ3YjdiYjkxM2IxNTZhMDUyOTc5NWFlZjQxMDE1NDI0ZTQ1YTU0MDM5ODAzNzhmZjRmNQ==',
  ],
  [
    '2026-11-28T09:59:59.999Z',
    'ZWRhOGMzNDRlYzAxNmQ3YjdiYjkxM2IxNTZhMDUyOTc5NWFlZjQxMDE1NDI0ZTQ1YTU0MDM5ODAzNzhmZjRmNQ==',
  ],
  [
    '2026-11-28T10:00:00.000Z',
    'ZTI2OGIwZjdkZDYyZTY1OTU4MTA2ZTIyOGY4NTRkYmJjNzAzM2E5ZTA0MjgzY2I5ZGNhMTU0ZjA4YTljYTc1Mg==',
  ],
  [
    '2027-01-01T00:00:00.000Z',
    'ZWM0YTU3NGYwNGUyNGRmOTMzOGI5YWZmZDEzODNkMGNjODdlYWE0NmMzNTk4MzYxNjM5ZGExYzMwZTE0MGY3MA==',
  ],
]

describe('the token', () => {
  test.each(vectors)('of %s is that of its hour in UTC', (at, token) => {
    expect(tokenOf(signer, new Date(at))).toBe(token)
    expect(token).toHaveLength(88)
  })

  test('is not what clients send who swap message and key, or who encode the bytes', () => {
    const at = new Date(vectors[0]![0])
    const hour = `${signer.username}:26-11-28 09`
    const swapped = Buffer.from(createHmac('sha256', signer.key).update(hour).digest('hex'))
    expect(tokenOf(signer, at)).not.toBe(swapped.toString('base64'))
    expect(tokenOf(signer, at)).not.toBe(createHmac('sha256', hour).update(signer.key).digest('base64'))
  })
})

describe('a clock that differs from the provider', () => {
  let stub: Stub
  let now = new Date('2026-11-28T09:30:00Z')
  const clock = () => now

  beforeAll(async () => {
    stub = await startStub({ clock })
  })
  beforeEach(() => {
    now = new Date('2026-11-28T09:30:00Z')
    stub.journal.length = 0
    Object.assign(stub.settings, { clockAheadMs: 0, timestampToleranceMs: null, refusedToken: 401 })
    stub.books.names.clear()
    stub.books.balance = 500
  })
  afterAll(() => stub.close())

  test.each([
    ['40 min ahead', 40, 401],
    ['40 min behind', -40, 403],
    ['a day behind', -24 * 60, 401],
    ['40 min ahead, and it says so with HTTP 200', 40, 200],
  ] as const)('by %s: the call is sent once more, and acts once', async (_, minutes, refusedToken) => {
    Object.assign(stub.settings, { clockAheadMs: minutes * 60_000, refusedToken })
    const { driver } = openDriver(stub, { clock })
    expect(await driver.register(orderOf('new.com'))).toMatchObject({ state: 'ordered' })
    expect(stub.journal.map(({ did }) => did)).toEqual([null, 'register'])
    // The clock is kept, so that the next call is right at once.
    expect(await driver.renew('new.com', 1, now)).toMatchObject({ state: 'ordered' })
    expect(stub.journal).toHaveLength(3)
  })

  test('within the hour: the timestamp is the one of the provider', async () => {
    Object.assign(stub.settings, { clockAheadMs: 5 * 60_000, timestampToleranceMs: 60_000 })
    stub.books.names.set('mine.com', stubName('mine.com'))
    expect(await openDriver(stub, { clock }).driver.info('mine.com')).toMatchObject({ state: 'ours' })
    expect(stub.journal).toHaveLength(2)
  })

  test('a token made just before the full hour is made again after it', async () => {
    now = new Date('2026-11-28T09:59:59Z')
    stub.settings.clockAheadMs = 5_000
    expect(await openDriver(stub, { clock }).driver.balance()).toEqual({ amount: 50_000, currency: 'USD' })
    expect(stub.journal).toHaveLength(2)
  })

  test('a wrong key is refused once, without a second call', async () => {
    const { driver } = openDriver(stub, { clock, account: { key: 'WRONG-KEY-99' } })
    expect(await driver.register(orderOf('new.com'))).toMatchObject({ state: 'later', reason: 'credentials' })
    await expect(driver.balance()).rejects.toMatchObject({ name: 'ProviderFailed', reason: 'credentials' })
    expect(stub.journal).toHaveLength(2)
  })

  test('a wrong clock of a proxy is not kept', async () => {
    const date = new Date(now.getTime() + 3 * 3600_000)
    stub.tell({ what: 'says', status: 401, body: {}, date }, { times: 2 })
    stub.books.names.set('mine.com', stubName('mine.com'))
    const { driver } = openDriver(stub, { clock })
    expect(await driver.renew('mine.com', 1, now)).toMatchObject({ state: 'later', reason: 'credentials' })
    expect(await driver.renew('mine.com', 1, now)).toMatchObject({ state: 'ordered' })
    expect(stub.journal).toHaveLength(3)
  })

  test('a wrong key with a wrong clock is tried twice and no more', async () => {
    stub.settings.clockAheadMs = 40 * 60_000
    const { driver } = openDriver(stub, { clock, account: { key: 'WRONG-KEY-99' } })
    expect(await driver.renew('mine.com', 1, now)).toMatchObject({ state: 'later', reason: 'credentials' })
    expect(stub.journal.map(({ did }) => did)).toEqual([null, null])
  })

  test.each([
    [403, 'The domain is locked'],
    [403, 'Insufficient credit'],
    [200, 'Operation timed out'],
    [200, 'Invalid transfer token'],
    [200, 'Domain token.com cannot be renewed'],
    [401, 'The registrar timed out'],
  ])('HTTP %i with `%s` is not sent again', async (status, error) => {
    stub.settings.clockAheadMs = 10 * 60_000
    stub.tell({ what: 'says', status, body: { error } })
    await openDriver(stub, { clock }).driver.renew('token.com', 1, now)
    expect(stub.journal).toHaveLength(1)
  })

  test('a refusal that is not about the token is never sent again', async () => {
    stub.settings.clockAheadMs = 10 * 60_000
    stub.tell({ what: 'says', body: { error: 'Invalid EPP code' } }, { times: 2 })
    const { driver } = openDriver(stub, { clock })
    expect(await driver.renew('mine.com', 1, now)).toMatchObject({ state: 'refused', reason: 'auth-code' })
    expect(stub.journal).toHaveLength(1)
    await driver.renew('mine.com', 1, now)
  })
})
