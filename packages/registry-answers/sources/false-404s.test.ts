import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { askRegistries } from '../testing/asking.ts'
import { lyingRegistries } from '../testing/lying-registries.ts'
import { fakeRdap, type RdapAnswer, sayAbsent, sayJson, sayTaken } from '../testing/registries.ts'

/** A 404 counts only from the host that answered about the known name, as a proper error or as the control's. */

const free = ['available', 'premium']
const { queryRdap } = lyingRegistries()
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const known = 'example.com'
const type = { 'content-type': 'application/rdap+json' }
const bare: RdapAnswer = (response) => void response.writeHead(404).end()
const to =
  (base: string): RdapAnswer =>
  (response, name) =>
    void response.writeHead(307, { location: `${base}domain/${name}` }).end()

async function server(answer: RdapAnswer) {
  const rdap = await fakeRdap(answer)
  closing.push(rdap.close)
  return rdap
}

async function check(base: string) {
  const registries = askRegistries({ com: { rdap: base, known: [known] } })
  closing.push(() => registries.stop())
  return (await registries.check('mama.com')).status
}

describe('a 404 from another host after a redirect', () => {
  const isKnown =
    (honest: RdapAnswer, others: RdapAnswer): RdapAnswer =>
    (response, name, request) =>
      (name === known ? honest : others)(response, name, request)
  const honest: RdapAnswer = (response, name) => sayTaken(response, name)

  test.each<[string, RdapAnswer]>([
    ['that is bare', bare],
    ['that is a proper error', (response) => sayAbsent(response)],
    ['with a page', (response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<p>')],
    ['in JSON', (response) => sayJson(response, 404, { errorCode: 404, title: 'Not Found' })],
  ])('%s does not count', async (_, answer) => {
    const other = await server(answer)
    const base = await server(isKnown(honest, to(other.base)))
    expect(free).not.toContain(await check(base.base))
    expect(other.asked).toEqual(['mama.com'])
  })

  test('counts if the same host answered about the known name', async () => {
    for (const answer of [bare, (response: ServerResponse) => sayAbsent(response)]) {
      const other = await server(isKnown(honest, answer))
      const base = await server(to(other.base))
      expect(await check(base.base)).toBe('available')
    }
  })

  test('does not count from the base if the known name was answered by another host', async () => {
    const other = await server(honest)
    const base = await server(isKnown(to(other.base), (response) => sayAbsent(response)))
    expect(free).not.toContain(await check(base.base))
  })

  test('does not count if only the control was answered by another host', async () => {
    const other = await server(bare)
    const base = await server((response, name, request) => {
      if (name === known) return sayTaken(response, name)
      return (name === 'mama.com' ? bare : to(other.base))(response, name, request)
    })
    expect(free).not.toContain(await check(base.base))
  })
})

test('a bare 404 counts if the control is one too, and not if it is none', async () => {
  expect(await queryRdap(bare)).toBe('available')
  expect(
    await queryRdap((response, name, request) =>
      name === 'mama.com' ? bare(response, name, request) : sayAbsent(response),
    ),
  ).toBe('error')
})

describe('the JSON of a gateway makes no name free:', () => {
  test.each<[string, unknown]>([
    ['a message', { message: 'no Route matched with those values' }],
    ['a code', { errorCode: 404, title: 'no route matched' }],
    ['a code and a description', { errorCode: 404, description: ['No route for mama.com'] }],
    ['a code and a path', { errorCode: 404, title: 'Not Found', description: ['/rdap/domain/mama.com'] }],
    ['an upstream', { errorCode: 404, title: 'Not Found', description: ['The upstream is gone'] }],
    ['the error of a framework', { status: 404, error: 'Not Found', path: '/domain/mama.com' }],
    ['a fault', { fault: { faultstring: 'Unable to identify proxy', detail: { errorcode: 'x' } } }],
    ['a nested code', { error: { errorCode: 404, title: 'Not Found' } }],
    ['a tenant', { errorCode: 404, title: 'Tenant mama.com does not know this API' }],
    ['a list', [{ errorCode: 404, title: 'Not Found' }]],
    ['a text', 'Not Found'],
    ['null', null],
  ])('%s', async (_, body) => {
    expect(free).not.toContain(await queryRdap((response) => sayJson(response, 404, body)))
  })

  test('a document without a conformance counts only if the control has the same', async () => {
    const document = { errorCode: 404, title: 'Not Found' }
    expect(await queryRdap((response) => sayJson(response, 404, document))).toBe('available')
    expect(
      await queryRdap((response, name) =>
        name === 'mama.com' ? sayJson(response, 404, document) : sayAbsent(response),
      ),
    ).toBe('error')
  })
})

describe('a 404 that names another domain makes no name free:', () => {
  test.each<[string, object]>([
    ['in its title', { title: 'papa.net not found' }],
    ['in its description', { description: ['The domain papa.org does not exist.'] }],
    ['in quotes', { description: ["The domain 'papa.co.tz' could not be found in the registry"] }],
    ['below it', { description: ['Domain www.mama.com.papa.net not found.'] }],
    ['in another script', { description: ['Domain мама.рф not found.'] }],
    ['in a notice', { notices: [{ title: 'Result', description: ['papa.net: Not found.'] }] }],
    ['in a remark', { remarks: [{ description: ['No entry for papa.net'] }] }],
    ['in a link', { links: [{ value: 'https://rdap.example/domain/papa.net', rel: 'self' }] }],
    [
      'in a link of a notice',
      { notices: [{ title: 'x', links: [{ href: 'https://r.example/domain/a.net' }] }] },
    ],
    ['as the parent', { description: ['Domain com.tz not found.'] }],
    ['beside its own', { description: ['Domain mama.com not found.', 'Domain papa.net not found.'] }],
  ])('%s', async (_, more) => {
    expect(free).not.toContain(await queryRdap((response) => sayAbsent(response, more)))
  })
})

describe('an error code that is no number makes no name free:', () => {
  test.each(['404', ' 404 ', '0x194', '4.04e2', [404], { code: 404 }, true, null, '', '404 Not Found'])(
    '%j',
    async (errorCode) => {
      expect(free).not.toContain(await queryRdap((response) => sayAbsent(response, { errorCode })))
    },
  )

  test.each(['404.5', '1e999', '-404'])('nor %s', async (number) => {
    const body = `{"rdapConformance":["rdap_level_0"],"errorCode":${number},"title":"Not Found"}`
    expect(free).not.toContain(await queryRdap((response) => void response.writeHead(404, type).end(body)))
  })
})
