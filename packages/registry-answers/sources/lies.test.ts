import type { ServerResponse } from 'node:http'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Certificate, selfSigned } from '../testing/certificate.ts'
import { type Asking, askRegistries } from '../testing/asking.ts'
import {
  type FakeRdap,
  fakeRdap,
  type RdapAnswer,
  sayAbsent,
  sayJson,
  sayTaken,
} from '../testing/registries.ts'

/** Misleading behaviour of registries. It must never make a name appear free. */

let certificate: Certificate
beforeAll(() => {
  certificate = selfSigned()
})

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function registry(answer: RdapAnswer, secure = true): Promise<{ registries: Asking; rdap: FakeRdap }> {
  const rdap = await fakeRdap(answer, secure ? certificate : undefined)
  const registries = askRegistries({ com: { rdap: rdap.base } }, { ca: certificate.cert })
  closing.push(() => registries.stop(), rdap.close)
  return { registries, rdap }
}

const text = (response: ServerResponse, status: number, type: string, body: string, headers = {}) => {
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(body)
}
const html = '<!doctype html><title>Not Found</title>'
const absent = JSON.stringify({ errorCode: 404, rdapConformance: ['rdap_level_0'] })

describe.each([
  ['HTTP/2', true],
  ['HTTP/1.1', false],
])('over %s', (_, secure) => {
  test.each<[string, RdapAnswer]>([
    ['a 404 of a web server', (response) => text(response, 404, 'text/html', html)],
    ['RDAP words of the wrong type', (response) => text(response, 404, 'text/html', absent)],
    ['RDAP words without a type', (response) => (response.writeHead(404), response.end(absent))],
    [
      'a 404 that is only JSON',
      (response) => text(response, 404, 'application/json', '{"error":"no route"}'),
    ],
    ['a 404 with an empty object', (response) => sayJson(response, 404, {})],
    [
      'a 404 with the object',
      (response, name) =>
        sayJson(response, 404, { errorCode: 404, objectClassName: 'domain', ldhName: name }),
    ],
    ['a 200 with an empty object', (response) => sayJson(response, 200, {})],
    ['a 200 with a list', (response) => sayJson(response, 200, [])],
    [
      'a 200 with an error in it',
      (response) => sayJson(response, 200, { errorCode: 404, title: 'Not Found' }),
    ],
    ['a 200 about another name', (response) => sayTaken(response, 'other.com')],
    ['a 200 without a name', (response) => sayJson(response, 200, { objectClassName: 'domain' })],
    [
      'an object of another class',
      (response, name) => sayJson(response, 200, { objectClassName: 'nameserver', ldhName: name }),
    ],
    ['a page instead of an answer', (response) => text(response, 200, 'text/html', html)],
    ['broken JSON', (response) => text(response, 404, 'application/rdap+json', absent.slice(0, -1))],
    ['JSON that is deep', (response) => text(response, 404, 'application/rdap+json', '['.repeat(100_000))],
    [
      'bytes that are no text',
      (response) => (
        response.writeHead(404, { 'content-type': 'application/rdap+json' }),
        response.end(Buffer.from([0xff, 0xfe, 0x7b]))
      ),
    ],
    [
      'a packed body',
      (response) =>
        text(response, 404, 'application/rdap+json', '\x1f\x8b\x08', { 'content-encoding': 'gzip' }),
    ],
    ['400', (response) => sayJson(response, 400, { errorCode: 400 })],
    ['403', (response) => sayJson(response, 403, { errorCode: 403 })],
    ['429', (response) => sayJson(response, 429, { errorCode: 404, rdapConformance: ['x'] })],
    ['500', (response) => sayJson(response, 500, { errorCode: 404, rdapConformance: ['x'] })],
    ['503', (response) => sayJson(response, 503, { errorCode: 404, rdapConformance: ['x'] })],
    ['204', (response) => (response.writeHead(204), response.end())],
    ['a redirect to nowhere', (response) => (response.writeHead(302), response.end(absent))],
    [
      'a redirect to no address',
      (response) => (response.writeHead(302, { location: 'http://[' }), response.end()),
    ],
    [
      'a redirect to a file',
      (response) => (response.writeHead(302, { location: 'file:///etc/passwd' }), response.end()),
    ],
    [
      '10 MB',
      (response) =>
        text(
          response,
          404,
          'application/rdap+json',
          JSON.stringify({ errorCode: 404, x: 'x'.repeat(10_000_000) }),
        ),
    ],
    [
      '10 MB announced',
      (response) => (
        response.writeHead(404, { 'content-type': 'application/rdap+json', 'content-length': '10000000' }),
        response.write(absent)
      ),
    ],
    ['a connection that breaks', (response) => void response.socket?.destroy()],
  ])('%s is an error', async (_lie, answer) => {
    const { registries } = await registry(answer, secure)
    expect(await registries.check('mama.com')).toMatchObject({ status: 'error' })
  })

  test('an endless body is aborted', async () => {
    const { registries } = await registry((response) => {
      response.writeHead(404, { 'content-type': 'application/rdap+json' })
      const pour = () => {
        while (!response.destroyed && response.write(' '.repeat(16_384)));
      }
      response.on('drain', pour)
      pour()
    }, secure)
    expect(await registries.check('mama.com')).toMatchObject({ status: 'error' })
    expect(registries.problems).toEqual(['too-large'])
  })

  test('an answer in other phrases is accepted', async () => {
    const { registries } = await registry(
      (response, name) =>
        name === 'free.com' ? sayAbsent(response) : sayTaken(response, name.toUpperCase()),
      secure,
    )
    expect(await registries.check('free.com')).toMatchObject({
      status: 'available',
      source: 'rdap',
    })
    expect(await registries.check('mama.com')).toMatchObject({ status: 'taken', source: 'rdap' })
  })
})

describe('a registry with more detail', () => {
  test.each([
    ['reserved', { notices: [{ title: 'Blocked Domain', description: ['This name is on a block list.'] }] }],
    ['reserved', { title: 'Reserved name' }],
    [
      'reserved',
      {
        notices: [
          {
            title: 'Notice',
            description: [`${'This service protects the holders of marks. '.repeat(6)}The name is blocked.`],
          },
        ],
      },
    ],
    ['reserved', { description: ['The domain name is reserved by the registry.'] }],
    ['premium', { remarks: [{ title: 'Premium', description: ['Ask your registrar for its price.'] }] }],
    [
      'available',
      {
        notices: [
          {
            title: 'Terms of Use',
            description: ['All rights reserved. The use of a domain name is restricted.'],
          },
        ],
      },
    ],
  ])('beside a 404 is heard: %s', async (status, more) => {
    const { registries } = await registry((response) => sayAbsent(response, more))
    expect(await registries.check('mama.com')).toMatchObject({ status })
  })

  test.each([
    ['redemption', ['redemption period']],
    ['redemption', ['client hold', 'Pending Delete']],
    ['redemption', ['pendingDelete']],
    ['redemption', ['pending_delete']],
    ['reserved', ['reserved']],
    ['taken', ['active', 'client transfer prohibited']],
  ])('in the states of an object is heard: %s', async (status, states) => {
    const { registries } = await registry((response, name) => sayTaken(response, name, { status: states }))
    expect(await registries.check('mama.com')).toMatchObject({ status })
  })

  test('in another script is understood', async () => {
    const { registries } = await registry((response) =>
      sayTaken(response, '', { ldhName: undefined, unicodeName: 'MÜNCHEN.com' }),
    )
    expect(await registries.check('münchen.com')).toMatchObject({ status: 'taken' })
  })
})
