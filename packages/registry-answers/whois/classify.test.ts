import { describe, expect, test } from 'vitest'
import { classify, readWhois } from './classify.ts'

const read = (text: string, suffix = 'com', query = `mama.${suffix}`) => classify(text, suffix, query)

describe('a name is available when the server says that it has no record of it', () => {
  test.each([
    'No match for "MAMA.COM".',
    'Domain not found.',
    'NOT FOUND',
    'not found...',
    '% No entries found for the selected source(s).',
    '%ERROR:101: no entries found',
    '%error 230 No Objects Found',
    'The queried object does not exist: DOMAIN NOT FOUND',
    'The domain mama.com has not been registered yet.',
    'We do not have an entry in our database matching your query.',
    'mama.com: no existe',
    'Nincs találat / No match',
    'No_Se_Encontro_El_Objeto/Object_Not_Found',
    'No information available about domain name mama.com in the Registry XYZ database.',
    'The requested domain was not found in the Registry or Registrar’s WHOIS Server.',
    'Data not found. This domain is available for registration.',
    'mama.com is free',
    'Domain Name: mama.com\nDomain Status: No Object Found',
    'Domain: mama.com\nStatus: AVAILABLE',
    'Available\nDomain: mama.com',
    'Status: AVAILABLE (No match for domain "mama.com")',
  ])('%s', (text) => {
    expect(read(text)).toBe('available')
  })

  test('with terms of use that mention limits, availability and reservations', () => {
    const text = [
      'No match for mama.com',
      '',
      '% Queries are limited: if too many queries are received from one address, access may be blocked.',
      '% All rights reserved. Use of this data for advertising is prohibited. A domain name that',
      '% is not found here may still not be',
      '% available for registration.',
    ].join('\r\n')
    expect(read(text)).toBe('available')
  })
})

describe('a text without a known word is unknown, never available', () => {
  test.each([
    '',
    '\n\n%\n',
    'Hello.',
    '<html><body>502 Bad Gateway</body></html>',
    'Welcome to the whois server of the registry.',
    'Domain: mama.com',
    'Status: sleeping',
    '404 not found',
    'File not found',
    'No such registrar',
    'Nameserver not found',
    'Database not found',
    'Domain not found in the local cache',
    'Domain mama.com is not registered here.',
    'Domain not found, marked private, or error in your query.',
    'mama.com is available in the aftermarket',
    'Domain mama.com is available for purchase',
    'available',
  ])('%s', (text) => {
    expect(read(text)).toBe('unknown')
  })

  test.each([
    'No match for "PAPA.COM".',
    'papa.com is free',
    'Domain: papa.com\nStatus: free',
    'Query: www.mama.com\nNot found',
    'papa.com\nNot found',
  ])('nor is an answer about another name: %s', (text) => {
    expect(read(text)).toBe('unknown')
  })

  test('neither is the end of a wrapped sentence', () => {
    const text = 'The absence of a record is no promise, for instance where a domain was\nnot found.'
    expect(read(text)).toBe('unknown')
  })
})

describe('a refusal is unknown, whatever else the answer says', () => {
  test.each([
    'Too many requests...\n\nNo entries found in the database.',
    'Query rate limit exceeded.\n\nNo match for mama.com',
    'Your IP address is blocked.\nNOT FOUND',
    'You have exceeded your quota of queries.',
    'Connection refused; access control limit reached.',
    'Please try again later.\nNo match',
    'Server too busy',
    'The service is temporarily unavailable. No data found.',
    'Invalid query. Not found.',
    'Error for "mama.com".\n\nThis name cannot be registered because it contravenes the rules.',
    'Domain Information\nQuery: mama.com\nStatus: This server does not have any records for that zone.',
    'Domain name: mama.com\nDomain status: unavailable\nError code: 123',
    'Please wait at least 10 seconds before the next enquiry.\nNot found.',
  ])('%s', (text) => {
    expect(read(text)).toBe('unknown')
  })
})

describe("a name is taken when the answer shows a registration, or says that it can't be registered", () => {
  test.each([
    'Domain Name: MAMA.COM\nRegistrar: Some Registrar Ltd.\nCreation Date: 2001-02-03T04:05:06Z',
    'domain:      mama.com\nnserver:     ns1.example.net\nchanged:     2010-01-01',
    '[Domain Name]   MAMA.COM\n[Name Server]   ns1.example.net',
    'a. [Domain Name]                MAMA.COM\np. [Name Server]                ns1.example.net',
    'domain:Domain-Name:mama.com\ndomain:Created:20090324',
    'Domain:.............mama.com\nStatus:.............ACTIVE',
    'Domain-name         mama.com\ndns_name            ns1.example.net',
    'Contacto Administrativo: A\nContacto Técnico: B',
    'Domain: mama.com\nStatus: NOT AVAILABLE',
    'Domain: mama.com\nStatus: QUARANTINE',
    'Reserved by Registry',
    'The domain is in the reserved list.',
    'Not available for second level registration.',
    'mama.com is not available',
    'No match.\nThis name is reserved.',
  ])('%s', (text) => {
    expect(read(text)).toBe('taken')
  })

  test('also when the record contains an object that was not found', () => {
    expect(read('domain: mama.com\nchanged: 2016-10-14\n\nNO OBJECT FOUND!\nobject: 210')).toBe('taken')
  })

  test.each([
    ['Domain: mama.com\nStatus: redemptionPeriod', 'redemption'],
    ['domain: mama.com\nregistrar: X\nstatus: pendingDelete', 'redemption'],
    ['Domain Status: Prohibited String - Object Cannot Be Registered', 'reserved'],
    ['Status: PREMIUM NAME (No match for domain "mama.com")', 'premium'],
    ['domain: mama.com\nregistrar: X\nstatus: Delete Prohibited by Registrar', undefined],
  ])('and tells why: %s', (text, hold) => {
    expect(readWhois(text, 'com', 'mama.com')).toMatchObject({ verdict: 'taken', hold })
  })

  test('and the result has the other name that it is about', () => {
    const reading = readWhois('domain: papa.com\nregistrar: X', 'com', 'mama.com')
    expect(reading).toMatchObject({ verdict: 'taken', about: 'papa.com' })
  })

  test('but a record of the zone says nothing about a name in it', () => {
    expect(read('domain: co.xx\nregistrar: X\nnserver: ns.example', 'co.xx')).toBe('unknown')
  })
})

describe('a registry whose phrases have another meaning than elsewhere', () => {
  test.each([
    ['lk', 'This Domain is not available in our whois database', 'available'],
    ['com', 'This Domain is not available in our whois database', 'unknown'],
    ['co.nz', 'query_status: 220 Available', 'available'],
    ['co.nz', 'query_status: 440 Request Denied', 'unknown'],
    ['co.nz', 'query_status: 210 PendingRelease', 'taken'],
    ['tk', 'Invalid query or domain name not known in Dot TK Domain Registry', 'available'],
    ['com', 'Invalid query or domain name not known in Dot TK Domain Registry', 'unknown'],
    ['io', 'Domain mama.io is available for purchase', 'available'],
    ['to', 'Tonic whoisd V1.1\nNo match for mama', 'available'],
    ['to', 'Tonic whoisd V1.1\nNo match for papa', 'unknown'],
    ['to', 'Tonic whoisd V1.1\nmama ns1.example.net', 'taken'],
    [
      'com.br',
      '% Query rate limit exceeded. Reduced information.\n\n% No match for domain "mama.com.br"',
      'available',
    ],
    [
      'com.br',
      '% Query rate limit exceeded. Access denied.\n\n% No match for domain "mama.com.br"',
      'unknown',
    ],
    ['pf', 'Domain unknown', 'available'],
    ['pf', 'Domain: papa.pf\nDomain unknown', 'unknown'],
    ['pf', 'papa.pf\nDomain unknown', 'unknown'],
    ['lk', 'papa.lk\nThis Domain is not available in our whois database', 'unknown'],
    ['io', 'Domain papa.io is available for purchase', 'unknown'],
    ['co.nz', 'domain_name: mama.co.nz\nquery_status: 220 Available', 'available'],
    ['co.nz', 'domain_name: papa.co.nz\nquery_status: 220 Available', 'unknown'],
    ['sn', 'mamaNOT FOUND', 'available'],
    ['sn', 'papaNOT FOUND', 'unknown'],
    [
      'fr',
      '%% RL Net [##########] - RL IP [..........]\n%%\n\n%% No entries found in the database.',
      'unknown',
    ],
  ])('.%s: %s', (suffix, text, verdict) => {
    expect(read(text, suffix)).toBe(verdict)
  })

  test.each([
    ['co.nz', 'domain_name: papa.co.nz\nquery_status: 200 Active', 'papa.co.nz'],
    ['to', 'Tonic whoisd V1.1\npapa ns1.example.net', 'papa.to'],
  ])('a record of another name in .%s is recognised', (suffix, text, about) => {
    expect(readWhois(text, suffix, `mama.${suffix}`)).toMatchObject({ verdict: 'taken', about })
  })
})

describe('a reserved word is reserved', () => {
  test.each([
    ['io', 'Domain Status: reserved'],
    ['io', 'Domain reserved'],
    ['io', 'This name is reserved by the Registry in accordance with ICANN Policy.'],
    ['io', 'Domain mama.io is reserved'],
    ['io', 'Reserved Domain Name'],
    ['io', 'The registration of this domain is restricted, as it is protected by a block.'],
    ['ca', 'Domain name: mama.ca\nDomain status: registry reserved'],
    ['ca', 'Domain Name: mama.ca\nDomain Status: unavailable\nThis name is reserved.'],
    ['ca', 'The domain name mama.ca is reserved and cannot be registered.'],
    ['ca', 'Domain status: prohibited'],
    ['aero', 'Name is restricted from registration'],
    ['aero', 'Policy: name is reserved'],
    ['aero', 'Reserved by SITA'],
    ['aero', 'This domain name is not allowed for registration'],
    ['aero', 'mama.aero: Reserved word'],
  ])('.%s: %s', (suffix, text) => {
    expect(readWhois(text, suffix, `mama.${suffix}`)).toMatchObject({ verdict: 'taken', hold: 'reserved' })
  })

  test.each([
    'pendingDelete',
    'pending delete',
    'PENDING-DELETE',
    'pendingDeleteRestorable',
    'redemptionPeriod',
  ])('and %s is redemption', (status) => {
    const text = `Domain Name: MAMA.COM\nDomain Status: ${status} https://icann.org/epp#${status}`
    expect(readWhois(text, 'com', 'mama.com')).toMatchObject({ verdict: 'taken', hold: 'redemption' })
  })
})

test('a truncated record is never available', () => {
  const record = [
    '% Terms: a name that is not found is not always available for registration.',
    'domain:     mama.com',
    'status:     ok',
    'registrar:  Some Registrar',
    'created:    2001-01-01',
    'nserver:    ns1.example.net',
  ].join('\n')
  for (let end = 0; end <= record.length; end++) expect(read(record.slice(0, end))).not.toBe('available')
})

test('hostile texts are read in time that grows with their length', () => {
  // Quadratic reading would take longer than a test may.
  for (const text of [
    ' '.repeat(200_000) + 'x',
    'a.'.repeat(100_000),
    'a'.repeat(200_000),
    '[a] '.repeat(50_000),
    'key....'.repeat(40_000),
  ])
    expect(read(text)).toBeDefined()
})
