import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHmac } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FreshDatabase } from '@kikoa/postgres/testing'
import { type HostDatabase, openDatabase, sealedIn, testHost } from '../testing/host.ts'
import { GOOD, someone, startAuth } from '../testing/auth-server.ts'
import { InvalidToken, type Keys, loadKeys, verifyToken } from './keys.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-keys-'))
})
afterEach(() => rm(folder, { recursive: true }))

const where = (more: object = {}) => ({
  DATA_DIR: folder,
  SITE_URL: 'https://shop.example',
  AUTH_SIGNING_KEYS: undefined,
  DATABASE_URL: undefined,
  ...more,
})

describe('the signing key', () => {
  test('beside the embedded database is a file of the data folder that only its owner reads', async () => {
    const eight = await Promise.all(Array.from({ length: 8 }, () => loadKeys({ config: where() })))
    expect(new Set(eight.map(({ published }) => published.keys[0]!.kid)).size).toBe(1)
    expect((await readdir(folder)).toSorted()).toEqual(['sealing.key', 'signing-key.json'])
    expect((await stat(join(folder, 'signing-key.json'))).mode & 0o777).toBe(0o600)
    const again = await loadKeys({ config: where() })
    expect(again.published).toEqual(eight[0]!.published)
    expect(again.derive('a')).toEqual(eight[0]!.derive('a'))
    expect(again.derive('a')).not.toEqual(again.derive('b'))
  })

  test("can be the operator's: the first one signs, all verify, and none shows its private part", async () => {
    const [first, second] = await Promise.all([
      generateKeyPair('ES256', { extractable: true }),
      generateKeyPair('EdDSA', { extractable: true }),
    ])
    const keys = [
      { ...(await exportJWK(first.privateKey)), kid: 'first', alg: 'ES256' },
      { ...(await exportJWK(second.privateKey)), kid: 'second', alg: 'EdDSA' },
    ]
    const file = join(folder, 'keys.json')
    await writeFile(file, JSON.stringify({ keys }))
    const loaded = await loadKeys({ config: where({ AUTH_SIGNING_KEYS: file }) })
    expect(loaded.published.keys.map(({ kid, d, use }) => [kid, d, use])).toEqual([
      ['first', undefined, 'sig'],
      ['second', undefined, 'sig'],
    ])
    const signed = await loaded.sign({ role: 'service_role' })
    expect(JSON.parse(Buffer.from(signed.split('.')[0]!, 'base64url').toString()).kid).toBe('first')
    const byTheOther = await new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'EdDSA', kid: 'second' })
      .sign(second.privateKey)
    expect(await verifyToken(loaded, byTheOther)).toBe('key')
  })

  test('are read as the hosted service writes them: a bare array, each with what it may be used for', async () => {
    const make = async (kid: string, key_ops: string[]) => ({
      ...(await exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey)),
      kid,
      alg: 'ES256',
      use: 'sig',
      ext: true,
      key_ops,
    })
    const standby = await make('standby', ['verify'])
    const signing = await make('signing', ['sign', 'verify'])
    const file = join(folder, 'keys.json')
    await writeFile(file, JSON.stringify([standby, signing]))
    const auth = await startAuth({ AUTH_SIGNING_KEYS: file })
    try {
      const answer = await auth.call('GET', '/.well-known/jwks.json')
      const shown = ({ kty, crv, x, y, kid, alg }: JWK) => ({ kty, crv, x, y, kid, alg, use: 'sig' })
      expect(answer.body.keys.toSorted((a: JWK, b: JWK) => (a.kid! < b.kid! ? -1 : 1))).toEqual(
        [signing, standby].map((key) => ({ ...shown(key), key_ops: ['verify'] })),
      )
      const client = auth.client()
      const { data } = await client.signUp({ email: someone(), password: GOOD })
      const { data: read, error } = await client.getClaims()
      expect([error, read!.header.kid, read!.claims.sub]).toEqual([null, 'signing', data.user!.id])
      expect((await client.getUser()).error).toBeNull()
      const privateKey = (await importJWK({ ...standby, key_ops: ['sign'] })) as CryptoKey
      const byStandby = await new SignJWT({ role: 'service_role' })
        .setProtectedHeader({ alg: 'ES256', kid: 'standby' })
        .sign(privateKey)
      expect(await verifyToken(auth.keys, byStandby)).toBe('key')
    } finally {
      await auth.close()
    }
  })

  test.each([
    ['a file that is not there', undefined],
    ['no JSON', 'x'],
    ['no keys', '{"keys":[]}'],
    ['no keys in an array', '[]'],
    ['no list of keys', '{}'],
    ['a symmetric key', '{"keys":[{"kty":"oct","alg":"HS256","k":"c2VjcmV0","d":"x"}]}'],
  ])('%s stops the start with one sentence', async (_what, text) => {
    const file = join(folder, 'keys.json')
    if (text) await writeFile(file, text)
    await expect(loadKeys({ config: where({ AUTH_SIGNING_KEYS: file }) })).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/^AUTH_SIGNING_KEYS .*\.$/),
    })
  })
})

describe('with a database of the operator', () => {
  let fresh: FreshDatabase
  const nodes: HostDatabase[] = []
  beforeAll(async () => {
    fresh = await testHost.freshDatabase()
    for (let node = 0; node < 8; node++) nodes.push(openDatabase({ ...fresh.owner, max: 2 }, fresh.roles))
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.end()))
    await fresh.drop()
  })

  test('eight nodes that start together make one key', async () => {
    const config = where({ DATABASE_URL: 'postgres://elsewhere' })
    const keys = await Promise.all(nodes.map((database) => loadKeys({ config, ...sealedIn(database) })))
    expect(new Set(keys.map(({ published }) => JSON.stringify(published))).size).toBe(1)
    const { rows } = await nodes[0]!.pool.query('select kid from auth.signing_keys')
    expect(rows).toEqual([{ kid: keys[0]!.published.keys[0]!.kid }])
    expect(await verifyToken(keys[7]!, await keys[0]!.sign({ role: 'service_role' }))).toBe('key')
    expect(await readdir(folder)).toEqual([])
  })
})

describe('a token', () => {
  let clock = Date.now()
  let keys: Keys
  const person = '018f0000-0000-7000-8000-000000000001'
  const session = '018f0000-0000-7000-8000-000000000002'
  const good = () => {
    const iat = Math.floor(clock / 1000)
    return {
      iss: 'https://shop.example/auth/v1',
      aud: 'authenticated',
      sub: person,
      session_id: session,
      role: 'authenticated',
      iat,
      exp: iat + 600,
    }
  }
  beforeEach(async () => {
    clock = Date.now()
    keys = await loadKeys({ config: where(), now: () => new Date(clock) })
  })
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

  test('that is good names person and session, until it ends', async () => {
    const token = await keys.sign(good())
    const read = { person, session, expiresAt: new Date(good().exp * 1000) }
    expect(await verifyToken(keys, token)).toEqual(read)
    clock += 599_000
    expect(await verifyToken(keys, token)).toEqual(read)
    clock += 2_000
    expect(await verifyToken(keys, token)).toBeUndefined()
    await expect(keys.read(token)).rejects.toThrow(InvalidToken)
  })

  test('of a service key acts as the service; only its role and its signature decide', async () => {
    expect(await verifyToken(keys, await keys.sign({ role: 'service_role' }))).toBe('key')
    const robot = { role: 'supabase_admin', sub: 'robot' }
    expect(await verifyToken(keys, await keys.sign(robot))).toBe('key')
    expect(await verifyToken(keys, await keys.sign({ ...robot, iss: keys.issuer }))).toBe('key')
    expect(
      await verifyToken(keys, await keys.sign({ ...robot, iss: 'https://older.example' })),
    ).toBeUndefined()
    expect(
      await verifyToken(keys, await keys.sign({ role: 'service_role', session_id: session })),
    ).toBeUndefined()
    expect(await verifyToken(keys, await keys.sign({ role: 'service_role', exp: 1 }))).toBeUndefined()
    expect(await verifyToken(keys, await keys.sign({ ...good(), role: 'admin' }))).toMatchObject({ person })
  })

  test.each([
    ['another audience', { aud: 'elsewhere' }],
    ['several audiences', { aud: ['authenticated', 'elsewhere'] }],
    ['another issuer', { iss: 'https://evil.example/auth/v1' }],
    ['no issuer', { iss: undefined }],
    ['a person that is no id', { sub: 'admin' }],
    ['no session', { session_id: undefined }],
    ['no end', { exp: undefined }],
    ['a beginning in the future', { nbf: Math.floor(Date.now() / 1000) + 3600 }],
  ])('with %s is refused', async (_what, claims) => {
    expect(await verifyToken(keys, await keys.sign({ ...good(), ...claims }))).toBeUndefined()
  })

  test('signed by nobody, or by somebody else, is refused', async () => {
    const [header, payload, signature] = (await keys.sign(good())).split('.') as [string, string, string]
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
    const foreign = await generateKeyPair('ES256', { extractable: true })
    const foreignJwk = { ...(await exportJWK(foreign.publicKey)), kid }
    const sign = (more: object) =>
      new SignJWT(good()).setProtectedHeader({ alg: 'ES256', kid, ...more }).sign(foreign.privateKey)
    const hs256 = `${encode({ alg: 'HS256', kid })}.${payload}`
    const secret = JSON.stringify(keys.published.keys[0])
    const attacks = {
      none: `${encode({ alg: 'none', kid })}.${payload}.`,
      'none in capitals': `${encode({ alg: 'NONE', kid })}.${payload}.${signature}`,
      'the public key as a secret': `${hs256}.${createHmac('sha256', secret).update(hs256).digest('base64url')}`,
      'another key': await sign({}),
      'another key in the header': await sign({ jwk: foreignJwk }),
      'another key at an address': await sign({ jku: 'http://127.0.0.1:1/jwks.json' }),
      'a foreign kid': await sign({ kid: 'theirs' }),
      'no kid': await sign({ kid: undefined }),
      'a kid that climbs': await sign({ kid: '../../signing-key.json' }),
      'another algorithm': `${encode({ alg: 'ES384', kid })}.${payload}.${signature}`,
      'an unknown critical header': `${encode({ alg: 'ES256', kid, crit: ['x'], x: 1 })}.${payload}.${signature}`,
      'other claims': `${header}.${encode({ ...good(), sub: session })}.${signature}`,
      'a zero signature': `${header}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
      'no signature': `${header}.${payload}.`,
      'no token': 'x',
      'five parts': `${header}.${payload}.${signature}.x.y`,
    }
    for (const [name, token] of Object.entries(attacks))
      expect([name, await verifyToken(keys, token)]).toEqual([name, undefined])
  })

  test('of another node without a named address is taken, for only the ports differ', async () => {
    const at = (port: number) => loadKeys({ config: where({ SITE_URL: `http://localhost:${port}` }) })
    const [one, two] = [await at(3000), await at(3001)]
    expect(await verifyToken(two, await one.sign({ ...good(), iss: one.issuer }))).toMatchObject({ person })
    expect(await verifyToken(keys, await one.sign({ ...good(), iss: one.issuer }))).toBeUndefined()
  })
})
