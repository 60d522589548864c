import { describe, expect, test } from 'vitest'
import { classify, readWhois } from './classify.ts'

const limits = [
  'Превышен лимит запросов',
  'Превышено количество запросов, повторите попытку позже',
  'Ви перевищили ліміт',
  'Sorgu limitiniz doldu',
  'Çok fazla sorgu gönderdiniz',
  'Przekroczono limit zapytań',
  'Spróbuj ponownie później',
  'Umefikia kiwango cha juu cha maswali',
  'Tafadhali jaribu tena baadaye',
  'Limite di richieste superato',
  'Troppe richieste, riprova più tardi',
  '查询次数超过限制',
  '您的查询过于频繁，请稍后再试',
  '照会回数の制限を超えました',
  'しばらくしてから再度お試しください',
  '조회 횟수를 초과하였습니다',
  'تم تجاوز الحد المسموح',
  'Daglimiet bereikt',
  'Te veel verzoeken, probeer het later opnieuw',
  'Limite de requêtes dépassée',
  'Abfragelimit erreicht, bitte warten',
  'Límite de consultas excedido',
  'Limite de consultas excedido, aguarde',
  'Förfrågningsgränsen är nådd',
  'Päringute limiit on ületatud',
  'Το όριο ερωτημάτων ξεπεράστηκε',
  'You have reached your daily maximum',
  'Answers are suspended for your network',
  'Your address is on our list',
  'Come back tomorrow',
  'Requests remaining: 0',
  'Reduced service',
  'Partial results only',
  'Captcha required',
  '429',
  'La base de datos no responde',
  'Servicio no disponible',
  'Le service whois est en panne',
  'Le nombre de requêtes est atteint',
  'Der Dienst ist nicht verfügbar',
  'Ihre Adresse wurde gesperrt',
  'O servico nao esta disponivel',
  'Umeuliza mara nyingi sana',
  'Seva ina shughuli nyingi',
  'The database is closed',
  'Only registrars may use this service',
  'This server is no longer authoritative',
  'Please use RDAP',
  'Information withheld',
  'No answer',
  'Abuse detected',
  'Non-authoritative answer',
  'Whois Server Saturated',
  'WHOIS LIMIT',
  'ACCESS RESTRICTED',
  'Service limited',
]
const terms =
  '% By submitting a query you agree to use this data only for lawful purposes.\n% All rights reserved.'

describe('a limit in any language beside "not found" is unknown', () => {
  test.each(limits)('%s', (limit) => {
    for (const absent of [
      'No match for "MAMA.COM".',
      'NOT FOUND',
      '%ERROR:101: no entries found',
      'Domain: mama.com\nStatus: free',
      'mama.com is available',
    ])
      for (const text of [
        `${limit}\n${absent}`,
        `${absent}\n${limit}`,
        `% ${limit}\n%\n${absent}`,
        `${absent}\n\n% ${limit}\n\n${terms}`,
        `${terms}\n% ${limit}\n\n${absent}`,
      ])
        expect(classify(text, 'com', 'mama.com'), text).toBe('unknown')
    expect(classify(`Status: ${limit}\nNOT FOUND`, 'com', 'mama.com')).not.toBe('available')
  })

  test('also at the end of a very long line, and after the part that is read', () => {
    const long = 'By submitting a query you agree to use this data only for lawful purposes. '.repeat(20)
    expect(classify(`NOT FOUND\n${long}`, 'com', 'mama.com')).toBe('available')
    expect(classify(`NOT FOUND\n${long}Query limit exceeded.`, 'com', 'mama.com')).toBe('unknown')
    expect(classify(`NOT FOUND\n${'%\n'.repeat(40_000)}`, 'com', 'mama.com')).toBe('unknown')
  })

  test('for every name', () => {
    for (const query of ['', '(', 'mama.(', 'mama.[a', '\\.\\'])
      expect(classify('Whois Server Saturated\nNOT FOUND', '(', query)).toBe('unknown')
  })

  test('and the result contains the line', () => {
    expect(readWhois('NOT FOUND\nSorgu limitiniz doldu', 'com', 'mama.com')).toEqual({
      verdict: 'unknown',
      unclear: 'Sorgu limitiniz doldu',
    })
  })
})

describe('an answer is available if every line is understood', () => {
  test.each([
    ['com', 'No match for "MAMA.COM".\r\n>>> Last update of whois database: 2026-05-01T09:02:03Z <<<'],
    [
      'com.br',
      [
        '% Copyright (c) Nic.br',
        '%  The use of the data below is only permitted as described in',
        '%  full by the Use and Privacy Policy at https://registro.br/upp ,',
        '%  being prohibited its distribution, commercialization or',
        '%  reproduction, in particular, to use it for advertising or',
        '%  any similar purpose.',
        '%  2026-05-20T10:11:12-03:00 - IP: 192.0.2.7',
        '',
        '% No match for mama.com.br',
        '',
        '% Query rate limit: 20 per minute',
        '% Security and mail abuse issues should also be addressed to',
        '% cert.br, http://www.cert.br/ , respectivelly to cert@cert.br',
        '% and mail-abuse@cert.br',
        '%',
        '% whois.registro.br accepts only direct match queries. Types',
        '% of queries are: domain (.br), registrant (tax ID), ticket,',
        '% provider, CIDR block, IP and ASN.',
      ].join('\n'),
    ],
    ['museum', '% Domain "mama.museum" not found.\n% All rights reserved.'],
    [
      'museum',
      '% The selected character encoding "US-ASCII" is not able to represent all\n% characters in this output. Those characters that could not be represented\n% have been replaced with "?".\n%\n% Object "mama.museum" NOT FOUND.',
    ],
    ['hu', '% Whois server 4.0 serving the hu ccTLD\n\nNincs talalat / No match\n'],
    ['hu', '% Whois server 4.0 serving the hu ccTLD\n\n% Nincs találat\n'],
    [
      'jp',
      [
        '[ JPRS database provides information on network administration. Its use is    ]',
        '[ restricted to network administration purposes. For further information,     ]',
        "[ use 'whois -h whois.jprs.jp help'. To suppress Japanese output, add'/e'     ]",
        "[ at the end of command, e.g. 'whois -h whois.jprs.jp xxx/e'.                 ]",
        '',
        'No match!!',
        '',
        'JPRS WHOISでは、以下のドメイン名情報を検索することができます。',
        '    - 登録されているすべてのJPドメイン名',
        '    - 指定事業者/スポンサリングレジストラがJPRSであるgTLDドメイン名',
        '詳しくはこちら: https://jprs.jp/about/dom-search/jprs-whois/',
        '',
        'IPアドレスに関する情報については、以下のWHOISサーバをご利用ください。',
        '    - JPNIC WHOIS (whois.nic.ad.jp)',
      ].join('\n'),
    ],
    ['jp', '該当するドメイン名は登録されていません。 (No match!!)'],
    ['kr', 'query : mama.kr\n\n# KOREAN(UTF8)\n\n상기 도메인이름은 등록되어 있지 않습니다.'],
    ['be', '% .be Whois Server 6.1\n%\n% (c) dns.be 2001-2026\n\nDomain:\tmama.be\nStatus:\tAVAILABLE'],
    ['eu', 'Domain: mama.eu\nScript: LATIN\n\nStatus: AVAILABLE'],
    ['io', 'Domain not found.\n>>> Last update of WHOIS database: 2026-05-01T09:02:03Z <<<'],
    ['ca', 'Not found: mama.ca\n\n% WHOIS look-up made at 2026-05-01 10:00:00 (GMT)'],
  ])('.%s', (suffix, text) => {
    const query = `mama.${suffix}`
    expect(readWhois(text, suffix, query)).toEqual({ verdict: 'available' })
  })
})

describe("a registry's own rule counts only for the queried name", () => {
  test.each([
    ['pf', 'Domain unknown', 'available'],
    ['pf', 'Domain: papa.pf\nDomain unknown', 'unknown'],
    ['pf', 'papa.pf\nDomain unknown', 'unknown'],
    ['io', 'Domain mama.io is available for purchase', 'available'],
    ['io', 'Domain papa.io is available for purchase', 'unknown'],
    ['co.nz', 'domain_name: mama.co.nz\nquery_status: 220 Available', 'available'],
    ['co.nz', 'domain_name: papa.co.nz\nquery_status: 220 Available', 'unknown'],
    ['tk', 'papa.tk\nInvalid query or domain name not known in Dot TK Domain Registry', 'unknown'],
    ['lk', 'papa.lk\nThis Domain is not available in our whois database', 'unknown'],
    ['sn', 'mamaNOT FOUND', 'available'],
    ['sn', 'papaNOT FOUND', 'unknown'],
  ])('.%s: %s', (suffix, text, verdict) => {
    expect(classify(text, suffix, `mama.${suffix}`)).toBe(verdict)
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
