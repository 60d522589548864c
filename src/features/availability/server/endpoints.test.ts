import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { StartError } from '../../../server/start-error.ts'
import { createLog } from '../../../server/log.ts'
import { fakeRdap } from '@kikoa/registry-answers/testing'
import { createTransport } from './transport.ts'
import { createEndpoints, readBootstrap, readEndpointsFile } from './endpoints.ts'
import { findRegistry, type Tables } from './endpoint-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'kikoa-endpoints-'))
afterAll(() => rmSync(folder, { recursive: true }))

const tables = (more: Partial<Tables> = {}): Tables => ({
  setting: {},
  file: {},
  bootstrap: new Map(),
  ...more,
})

describe("a name's registry", () => {
  test.each([
    ['mama.com', 'com', 'com'],
    ['mama.co.tz', 'co.tz', 'tz'],
    ['mama.tz', 'tz', 'tz'],
    ['mama.or.ke', 'or.ke', 'ke'],
    ['xn--mnchen-3ya.com', 'com', 'com'],
  ])('of %s is below .%s, with the entry of .%s', (name, suffix, entry) => {
    expect(findRegistry(name, tables())).toMatchObject({ suffix, registry: { entry, origin: 'built-in' } })
  })

  test.each(['com', 'co.tz', 'co.uk', 'blog.mama.com', 'a.b.co.tz', 'mama.blogspot.com'])(
    'is none for %s, which nobody can register',
    (name) => {
      expect(findRegistry(name, tables())).toBeUndefined()
    },
  )

  test('is undefined for a suffix whose first level the operator lists', () => {
    expect(findRegistry('co.tz', tables({ file: { tz: { rdap: 'http://a/' } } }))).toBeUndefined()
  })

  test('is unknown for a suffix without an entry', () => {
    expect(findRegistry('mama.unheard-of', tables())).toEqual({ suffix: 'unheard-of', registry: undefined })
    expect(findRegistry('mama.constructor', tables())?.registry).toBeUndefined()
  })

  test('comes from the setting, then the file, then the bootstrap, then the built-in table', () => {
    const [setting, file] = [{ com: { whois: 'a' } }, { com: { rdap: 'http://b/' } }]
    const bootstrap = new Map([['com', 'https://c/']])
    expect(findRegistry('mama.com', tables({ setting, file, bootstrap }))?.registry).toMatchObject({
      origin: 'setting',
      whois: 'a',
    })
    expect(findRegistry('mama.com', tables({ setting, file, bootstrap }))?.registry?.rdap).toBeUndefined()
    expect(findRegistry('mama.com', tables({ file, bootstrap }))?.registry).toMatchObject({
      origin: 'file',
      rdap: 'http://b/',
    })
    expect(findRegistry('mama.com', tables({ bootstrap }))?.registry).toMatchObject({
      origin: 'bootstrap',
      rdap: 'https://c/',
      whois: expect.stringContaining('whois.'),
    })
  })

  test('can be set for a second level, or for a suffix in no list', () => {
    const file = { 'co.tz': { rdap: 'http://a/' }, 'uk.com': { rdap: 'http://b/' } }
    expect(findRegistry('mama.co.tz', tables({ file }))?.registry).toMatchObject({
      entry: 'co.tz',
      rdap: 'http://a/',
    })
    expect(findRegistry('mama.or.tz', tables({ file }))?.registry).toMatchObject({
      entry: 'tz',
      origin: 'built-in',
    })
    expect(findRegistry('mama.uk.com', tables({ file }))).toMatchObject({
      suffix: 'uk.com',
      registry: { entry: 'uk.com' },
    })
  })
})

describe('the file of endpoints', () => {
  const file = (text: string) => {
    const path = join(folder, 'endpoints.json')
    writeFileSync(path, text)
    return path
  }

  test('is read, with or without the dot of a suffix', () => {
    const path = file('{"com":{"rdap":"http://127.0.0.1:8080/x"},".CO":{"whois":"127.0.0.1:4343"}}')
    expect(readEndpointsFile(path)).toEqual({
      com: { rdap: 'http://127.0.0.1:8080/x' },
      co: { whois: '127.0.0.1:4343' },
    })
    expect(readEndpointsFile(undefined)).toEqual({})
  })

  test.each([
    ['{', 'not JSON'],
    ['[]', 'the whole is not of the form'],
    ['{"com":{}}', 'com needs rdap or whois'],
    ['{"com":{"rdap":"ftp://x/"}}', 'com.rdap must be an address'],
    ['{"com":{"rdap":"http://user@x/"}}', 'com.rdap must be an address'],
    ['{"com":{"whois":"x:y"}}', 'com.whois must be host or host:port'],
    ['{"com":{"whois":"x","other":1}}', 'com is not of the form'],
    ['{"a b":{"whois":"x"}}', 'a b'],
  ])('%s stops the start with a sentence', (text, sentence) => {
    const path = file(text)
    expect(() => readEndpointsFile(path)).toThrow(StartError)
    expect(() => readEndpointsFile(path)).toThrow(/^The setting AVAILABILITY_ENDPOINTS is wrong: .*\.$/)
    expect(() => readEndpointsFile(path)).toThrow(sentence)
  })

  test('that is missing stops the start with an error message', () => {
    expect(() => readEndpointsFile(join(folder, 'none.json'))).toThrow("can't be read")
  })
})

describe("IANA's list", () => {
  const list = (services: unknown) =>
    JSON.stringify({ version: '1.0', publication: '2030-01-01T00:00:00Z', services })

  test('has a base for every suffix, only over https', () => {
    const text = list([
      [
        ['COM', 'net'],
        ['http://a.example/', 'https://b.example/x/'],
      ],
      [['org'], ['http://c.example/']],
      [['info'], ['https://user@d.example/', 'javascript:alert(1)']],
    ])
    expect([...readBootstrap(text)]).toEqual([
      ['com', 'https://b.example/x/'],
      ['net', 'https://b.example/x/'],
    ])
  })

  test.each([
    '',
    '{}',
    'null',
    '<html>',
    list({}),
    list([['com', 'https://x/']]),
    list([]).replace('1.0', '2.0'),
  ])('is not %s', (text) => {
    expect(() => readBootstrap(text)).toThrow('not-understood')
  })

  test('that fails to load, or has an internal address, does not change the endpoints', async () => {
    const server = await fakeRdap((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(list([[['com'], ['https://rdap.example/']]]))
    })
    const bootstrap = new URL('dns.json', server.base)
    const common = { file: {}, setting: async () => ({}), log: createLog('silent'), bootstrap }
    const guarded = createTransport()
    const endpoints = createEndpoints({ ...common, transport: guarded })
    expect(await endpoints.refresh()).toBe(false)
    expect((await endpoints.tables()).bootstrap.size).toBe(0)
    expect(server.asked).toEqual([])

    const open = createTransport({ isPublic: () => true })
    const others = createEndpoints({ ...common, transport: open })
    expect(await others.refresh()).toBe(true)
    expect((await others.tables()).bootstrap.get('com')).toBe('https://rdap.example/')
    await server.close()
    expect(await others.refresh()).toBe(false)
    expect((await others.tables()).bootstrap.get('com')).toBe('https://rdap.example/')
    await Promise.all([guarded.close(), open.close()])
  })
})
