import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { lyingRegistries } from '../testing/lying-registries.ts'
import { type RdapAnswer, sayAbsent, sayJson } from '../testing/registries.ts'

/**
 * Registries that answer correctly for their known name, and misleadingly for every other one. None of them may make a
 * name free.
 */

const free = ['available', 'premium']
const { queryRdap, queryWhois } = lyingRegistries()

const error =
  (body: object): RdapAnswer =>
  (response) =>
    sayJson(response, 404, { rdapConformance: ['rdap_level_0'], ...body })
const page = (response: ServerResponse, status: number, type: string, body: string) => {
  response.writeHead(status, { 'content-type': type })
  response.end(body)
}
const rdapType = 'application/rdap+json'
const blocked =
  'This domain has been blocked by an order of a holder of trade marks under the blocking service of this registry. '.repeat(
    2,
  )

describe('an RDAP server', () => {
  test.each<[string, RdapAnswer]>([
    ['with the code 429 in its document', error({ errorCode: 429, title: 'Too Many Requests' })],
    ['with the code 501', error({ errorCode: 501, title: 'Not Implemented' })],
    ['with the code 500', error({ errorCode: 500, title: 'Internal Server Error' })],
    ['with the code 400', error({ errorCode: 400, title: 'Not Found' })],
    ['with a code that is a word', error({ errorCode: 'none', title: 'Not Found' })],
    ['whose service is unavailable', error({ errorCode: 404, title: 'Service unavailable' })],
    [
      'that does not serve the suffix',
      error({ errorCode: 404, title: 'Not Found', description: ['This server does not serve this TLD.'] }),
    ],
    [
      'that is not authoritative',
      error({
        errorCode: 404,
        title: 'Not Found',
        description: ['The TLD com is not supported by this server.'],
      }),
    ],
    ['of a gateway without a route', error({ errorCode: 404, title: 'no Route matched with those values' })],
    [
      'of a gateway, in JSON',
      (response) => page(response, 404, 'application/json', '{"message":"no Route matched"}'),
    ],
    ['of a gateway, as RDAP', (response) => page(response, 404, rdapType, '{"message":"no Route matched"}')],
    [
      'of another gateway',
      (response) => page(response, 404, rdapType, '{"status":404,"error":"Not Found","path":"/"}'),
    ],
    [
      'with an empty backend',
      error({ errorCode: 404, title: 'Not Found', description: ['upstream not available'] }),
    ],
    [
      'in maintenance',
      error({ errorCode: 404, title: 'Not Found', description: ['The registry is under maintenance.'] }),
    ],
    ['that throttles', error({ errorCode: 404, title: 'Not Found', description: ['Rate limit exceeded.'] })],
    [
      'that throttles in Russian',
      error({ errorCode: 404, title: 'Not Found', description: ['Превышен лимит запросов'] }),
    ],
    ['that throttles in Chinese', error({ errorCode: 404, title: '查询次数超过限制' })],
    ['that throttles in Turkish', error({ errorCode: 404, description: ['Sorgu limitiniz doldu'] })],
    [
      'that throttles in a notice of terms',
      error({
        errorCode: 404,
        notices: [{ title: 'Terms of Use', description: ['You have exceeded your quota of queries.'] }],
      }),
    ],
    [
      'that refuses in a remark',
      error({
        errorCode: 404,
        remarks: [{ title: 'Notice', description: ['Access denied for your network.'] }],
      }),
    ],
    [
      'with a long notice of blocking',
      error({ errorCode: 404, notices: [{ title: 'Notice', description: [blocked] }] }),
    ],
    [
      'with a long notice of blocking without words that are known',
      error({
        errorCode: 404,
        notices: [
          {
            title: 'Label Guard',
            description: [`Registrars cannot offer this label. ${'Ask the guard. '.repeat(20)}`],
          },
        ],
      }),
    ],
    [
      'that says it is taken',
      error({ errorCode: 404, title: 'Not Found', description: ['mama.com is registered.'] }),
    ],
    ['that speaks of another name', error({ errorCode: 404, title: 'papa.com not found' })],
    [
      'that speaks of another name in its description',
      error({ errorCode: 404, title: 'Not Found', description: ['The domain papa.com does not exist.'] }),
    ],
    [
      'whose link leads to another name',
      error({ errorCode: 404, links: [{ value: 'https://rdap.example/domain/papa.com', rel: 'self' }] }),
    ],
    ['with the object of another name', error({ errorCode: 404, ldhName: 'papa.com' })],
    ['with a handle', error({ errorCode: 404, handle: 'D1-COM' })],
    ['with states', error({ errorCode: 404, status: ['active'] })],
    ['without code and conformance', (response) => page(response, 404, rdapType, '{"title":"Not Found"}')],
    ['with an empty conformance', error({ rdapConformance: [], title: 'Not Found' })],
    ['with words of no language', error({ errorCode: 404, title: 'Qwrt zxcv bnmp' })],
    [
      'that redirects to a portal',
      (response, _name, request) =>
        request.url!.startsWith('/domain')
          ? void response.writeHead(302, { location: '/login' }).end()
          : sayAbsent(response),
    ],
    [
      'that redirects to another name',
      (response, name) =>
        name === 'papa.com'
          ? sayAbsent(response)
          : void response.writeHead(302, { location: '/domain/papa.com' }).end(),
    ],
    ['behind a captive portal', (response) => page(response, 200, 'text/html', '<title>Log in</title>')],
    [
      'behind a captive portal that says 404',
      (response) => page(response, 404, 'text/html', '<title>Log in</title>'),
    ],
    [
      'whose object is of two names',
      (response) =>
        sayJson(response, 200, { objectClassName: 'domain', ldhName: 'papa.com', unicodeName: 'mama.com' }),
    ],
  ])('%s does not make a name free', async (_, answer) => {
    expect(free).not.toContain(await queryRdap(answer))
  })
})

const absent = 'No match for "MAMA.COM".\r\n'

describe('a WHOIS server', () => {
  test.each<[string, string | Buffer | ((socket: Socket) => void)]>([
    ['that throttles in English', `${absent}Come back tomorrow.\r\n`],
    ['that throttles in Russian', `${absent}Превышен лимит запросов\r\n`],
    ['that throttles in Ukrainian', `Ви перевищили ліміт запитів\r\n${absent}`],
    ['that throttles in Turkish', `${absent}Sorgu limitiniz doldu\r\n`],
    ['that throttles in Polish', `Przekroczono limit zapytań\r\n${absent}`],
    ['that throttles in Swahili', `${absent}Umefikia kikomo cha maswali kwa leo\r\n`],
    ['that throttles in Italian', `Limite di richieste superato\r\n${absent}`],
    ['that throttles in Chinese', `${absent}查询次数超过限制\r\n`],
    ['that throttles in Japanese', `${absent}照会回数の制限を超えました\r\n`],
    ['that throttles in Dutch', `${absent}% Daglimiet bereikt\r\n`],
    ['that throttles in German', `% Zu viele Anfragen\r\n${absent}`],
    ['that throttles in French', `${absent}% Trop de requêtes, réessayez plus tard\r\n`],
    ['that throttles in Spanish', `${absent}Ha excedido el límite de consultas\r\n`],
    ['that throttles in Portuguese', `${absent}Limite de consultas excedido\r\n`],
    ['that throttles in Arabic', `${absent}تم تجاوز الحد المسموح\r\n`],
    ['that throttles in Korean', `${absent}조회 횟수를 초과하였습니다\r\n`],
    ['that throttles in Finnish', `${absent}Kyselyraja ylitetty\r\n`],
    ['that throttles in Amharic', `${absent}የጥያቄ ገደብ አልፏል\r\n`],
    [
      'that throttles in Russian and its charset',
      Buffer.concat([
        Buffer.from(absent),
        Buffer.from([0xcf, 0xf0, 0xe5, 0xe2, 0xfb, 0xf8, 0xe5, 0xed, 0x20, 0xeb, 0xe8, 0xec, 0xe8, 0xf2]),
      ]),
    ],
    [
      'that throttles within its terms',
      `% Terms of use: you agree to use the data only for lawful purposes.\r\n% Sorgu limitiniz doldu\r\n% All rights reserved.\r\n\r\n${absent}`,
    ],
    ['that throttles in a comment', `% Query rate limit exceeded. Reduced information.\r\n\r\n${absent}`],
    ['that has nothing left', `${absent}Queries remaining: 0\r\n`],
    ['that speaks of another name', 'No match for "PAPA.COM".\r\n'],
    ['that echoes another name', 'Domain: papa.com\r\nNot found.\r\n'],
    ['that echoes a subdomain', 'Query: www.mama.com\r\nNot found.\r\n'],
    ['of a name server', 'mama.com: NXDOMAIN\r\n'],
    ['with an error of a name server', 'Host mama.com not found: 3(NXDOMAIN)\r\n'],
    ['with a page', '<html><head><title>404 Not Found</title></head><body>Not Found</body></html>\r\n'],
    ['that speaks HTTP', 'HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\nNot Found\r\n'],
    ['of a proxy', 'Backend connection failed: no match for upstream.\r\n'],
    ['with a port closed behind it', '%ERROR:206: connection refused\r\n%ERROR:101: no entries found\r\n'],
    ['that says nothing', ''],
    ['that says nothing in many lines', '\r\n%\r\n%\r\n'],
    ['with bytes that are no text', Buffer.from([0, 1, 2, 255, 254, 253, 13, 10])],
    ['in UTF-16', Buffer.from('NOT FOUND\r\n', 'utf16le')],
    ['whose answer is cut', 'No mat'],
    ['whose record is cut', 'Domain Name: MAMA.COM\r\nRegis'],
    ['that goes on after the end of what is read', `${absent}${' '.repeat(64_100)}limit`],
    ['that is huge', absent.repeat(20_000)],
    [
      'that breaks off',
      (socket) => void (socket.write(absent), setImmediate(() => socket.resetAndDestroy())),
    ],
    ['that asks to log in', `${absent}Please authenticate.\r\n`],
    ['with an answer of yesterday', `${absent}Served from a stale cache.\r\n`],
    ['for tests', `${absent}This is a test server.\r\n`],
    ['with a reserved name', `${absent}This name is reserved.\r\n`],
    ['that sells names of others', 'mama.com is available in the aftermarket\r\n'],
    ['that serves other suffixes', 'This TLD has no whois server, but the name was not found.\r\n'],
    ['that needs another question', 'Invalid query. No match for mama.com\r\n'],
    ['with a code of its own', `${absent}503\r\n`],
  ])('%s does not make a name free', async (_, answer) => {
    expect(free).not.toContain(await queryWhois(answer))
  })
})

describe('an honest registry makes a name free', () => {
  test.each<[string, object]>([
    ['with the least', { title: undefined }],
    ['with "Not Found"', {}],
    ['with a sentence', { description: ['Object not found.'] }],
    ['with the name', { title: 'Not Found', description: ['Domain mama.com not found.'] }],
    [
      'with the name in quotes',
      { description: ["The domain 'mama.com' could not be found in the registry"] },
    ],
    [
      'with the words of HTTP',
      { description: ['The server has not found anything matching the Request-URI.'] },
    ],
    ['with its own link', { links: [{ value: 'https://rdap.example/domain/MAMA.COM', rel: 'self' }] }],
    ['without a code', { errorCode: undefined }],
    [
      'with the registry named in its terms',
      {
        notices: [{ title: 'Terms of Use', description: ['See registry-of-com.com for the terms of use.'] }],
      },
    ],
    [
      'with terms',
      {
        notices: [
          {
            title: 'Terms of Use',
            description: [
              'By submitting a query you agree to use the data only for lawful purposes.',
              'If too many queries are received from one address, further queries may be rejected.',
            ],
            links: [{ href: 'https://registry.example/terms', type: 'text/html' }],
          },
          {
            title: 'Status Codes',
            description: ['For more information on domain status codes, please visit https://icann.org/epp'],
          },
          {
            title: 'RDDS Inaccuracy Complaint Form',
            description: ['URL of the ICANN RDDS Inaccuracy Complaint Form: https://icann.org/wicf'],
          },
        ],
      },
    ],
  ])('in RDAP %s', async (_, more) => {
    expect(await queryRdap((response) => sayAbsent(response, more))).toBe('available')
  })

  test.each([
    absent,
    'No match for domain "MAMA.COM"\r\n>>> Last update of WHOIS database: 2026-05-01T09:02:03Z <<<',
    'Domain not found.',
    'NOT FOUND',
    'No Data Found',
    'The queried object does not exist: DOMAIN NOT FOUND',
    'Object "mama.com" NOT FOUND.',
    'mama.com: no existe',
    'mama.com is free',
    'Domain: mama.com\r\nStatus: free',
    'Domain Name: mama.com\r\nDomain Status: Available\r\n',
    '%ERROR:101: no entries found\r\n%\r\n% No entries found.\r\n',
    'Welcome to the .com Whois Server\r\n\r\nNo entries found for the selected source(s).\r\n',
    'Not found: mama.com\r\n\r\n% Use of the WHOIS service is governed by the Terms of Use.\r\n% (c) 2026 Some Registration Authority\r\n',
  ])('in WHOIS: %j', async (text) => {
    expect(await queryWhois(text)).toBe('available')
  })

  test('in Japanese and its charset', async () => {
    const text = Buffer.concat([
      Buffer.from('No match!!\r\n\r\n'),
      // "For details" in ISO-2022-JP.
      Buffer.from('\x1b$B\x3e\\$7$/$O\x1b(B https://jprs.jp/\r\n', 'latin1'),
    ])
    expect(await queryWhois(text)).toBe('available')
  })
})
