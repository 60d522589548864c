import { domainToASCII } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isControlNeeded, isFree } from './judge.ts'
import { readAnswer } from './whois.ts'

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
  // Languages that no list has.
  'Kyselyraja ylitetty, yritä huomenna',
  'Lekérdezési korlát elérve',
  'Fyrirspurnamörkum náð',
  'Upita je previše, pričekajte',
  'Kufi i kërkesave u tejkalua',
  'Vaicājumu skaits ir izsmelts',
  'Shaqada weydiinta waa la xiray',
  'An iomarca ceisteanna',
  'მოთხოვნების ლიმიტი ამოწურულია',
  'Հարցումները շատ են',
  'מספר השאילתות מוצה',
  'คำถามมากเกินไป',
  'Quá nhiều câu hỏi hôm nay',
  'প্রশ্নের সীমা শেষ',
  'የጥያቄ ገደብ አልፏል',
  'Ua fa’afefete fesili',
  // Without blanks, with digits, and as something else than a sentence.
  '您的查询过于频繁.请稍后再试',
  'kyselyraja.on.ylitetty',
  'Kyselyraja7 ylitetty7',
  '(c) 2026 kyselyraja on ylitetty',
  'https://registry.example ylitetty',
  'whois.registry.example: ylitetty',
  '<b>Kyselyraja ylitetty</b>',
  // With capital letters, as titles have them.
  'Kyselyraja Ylitetty',
  'Zu Viele Anfragen',
  'Demasiadas Consultas: https://registry.example/',
  // English that no list has.
  'Please use the form',
  'This service is for registrars',
  'Register to see more',
  'Access to the records of this database has been restricted to the members of the registry',
  'Queries from this network have been counted and are above what the registry gives',
  'NIC Kyselyraja Ylitetty',
  'That was the last one for you',
  'Our robots count your questions: https://registry.example/robots',
  'This is everything that you get from this server before the next full hour begins.',
]
const terms =
  '% By submitting a query you agree to use this data only for lawful purposes.\n% All rights reserved.'
const record = 'Domain Name: known.com\nRegistrar: Some Registrar\n'
const random = 'zq7r4k2v9x.com'

const read = (text: string, name = 'mama.com', suffix = 'com') =>
  readAnswer(text.replaceAll('NAME', name), name, { suffix, server: 'whois.example' }, domainToASCII)

interface Server {
  /** What it answers about a name that nobody has. `NAME` stands for the name. */
  free: string
  /** What its answer about a registered name has beside the record. */
  notes?: string
  /** What it answered to the control question. By default as to every other name. */
  control?: string | undefined
}

/** Whether the answer of a server makes the name free. */
function makesFree({ free, notes = '', ...rest }: Server): boolean {
  const known = read(record + notes, 'known.com').reference
  const control = 'control' in rest ? rest.control : free
  try {
    const reading = read(free)
    return (
      reading.status === 'available' &&
      isFree(reading, known, control === undefined ? undefined : read(control, random).reference)
    )
  } catch {
    return false
  }
}

describe('a limit in any language beside "not found" makes no name free', () => {
  test.each(limits)('%s', (limit) => {
    for (const absent of [
      'No match for "NAME".',
      'NOT FOUND',
      '%ERROR:101: no entries found',
      'Domain: NAME\nStatus: free',
      'NAME is available',
    ])
      for (const free of [
        `${limit}\n${absent}`,
        `${absent}\n${limit}`,
        `% ${limit}\n%\n${absent}`,
        `${absent}\n\n% ${limit}\n\n${terms}`,
        `${terms}\n% ${limit}\n\n${absent}`,
        `Status: ${limit}\n${absent}`,
      ])
        for (const control of [free, absent, undefined])
          expect(makesFree({ free, control, notes: terms }), free).toBe(false)
  })

  test('also at the end of a very long line, and after the part that is read', () => {
    const long = 'By submitting a query you agree to use this data only for lawful purposes. '.repeat(20)
    expect(makesFree({ free: `NOT FOUND\n${long}`, notes: long })).toBe(true)
    expect(makesFree({ free: `NOT FOUND\n${long}Kyselyraja ylitetty.`, notes: long })).toBe(false)
    expect(makesFree({ free: `NOT FOUND\n${'%\n'.repeat(40_000)}` })).toBe(false)
  })

  test('and a number that tells of the end of an allowance is no number like others', () => {
    const notes = '% Answers for you: 12\n'
    expect(makesFree({ free: 'NOT FOUND\n% Answers for you: 9', notes })).toBe(true)
    for (const left of ['0', '0/100', '00', '(0)', '429'])
      expect(makesFree({ free: `NOT FOUND\n% Answers for you: ${left}`, notes }), left).toBe(false)
  })
})

describe('a known phrase makes a name free', () => {
  const banner = '% Rejestr nazw, ver. 3\n% Zapytanie z adresu 192.0.2.7, 1 maja 2026\n'
  test('if the lines beside it are also in the answer about a registered name, in any language', () => {
    expect(makesFree({ free: `${banner}\nNOT FOUND`, notes: banner })).toBe(true)
    expect(makesFree({ free: `${banner.replaceAll('7', '8')}\nNOT FOUND`, notes: banner })).toBe(true)
    expect(makesFree({ free: `${banner}\nNOT FOUND` })).toBe(false)
  })

  test('with a heading or terms that only free names get, unless the control has other ones', () => {
    const free = `Welcome to the .com WHOIS server\n\nNOT FOUND\n\n${terms}`
    expect(makesFree({ free })).toBe(true)
    expect(makesFree({ free, control: undefined })).toBe(true)
    expect(makesFree({ free, control: 'NOT FOUND' })).toBe(false)
  })

  test.each([
    'Domain NAME is available for registration',
    'The domain NAME is available',
    'Domain NAME not found.',
    'NAME is free',
    'Welcome to the .com Whois Server\n\nNo entries found for the selected source(s).',
    'No match!!\n\n詳しくはこちら: https://registry.example/',
    '% Copyright (c) 2026 Some Registry Ltd. All rights reserved.\n\nNOT FOUND',
    'NOT FOUND\n\nGo to https://registry.example to register it now!',
    '>>> Last update of WHOIS database: 2026-05-01T09:02:03Z <<<\nNo Data Found',
  ])('such as %j', (free) => {
    expect(makesFree({ free })).toBe(true)
    expect(makesFree({ free, control: undefined })).toBe(true)
  })
})

describe('a long text of help in a language that no list has', () => {
  const help = [
    'Rejestr nazw udziela odpowiedzi o nazwach zapisanych w strefie',
    '  - nazwy drugiego rzędu wraz z danymi podmiotu',
    '  - adresy serwerów: https://rejestr.example/serwery',
    'Adresy IP opisuje: https://rejestr.example/adresy',
    'Szczegóły opisano w pomocy: https://rejestr.example/pomoc',
  ].join('\n')

  test('is no limit if the control has it too', () => {
    expect(makesFree({ free: `NOT FOUND\n\n${help}` })).toBe(true)
    expect(makesFree({ free: `NOT FOUND\n\n${help}`, control: undefined })).toBe(false)
    expect(makesFree({ free: `NOT FOUND\n\n${help}`, control: 'NOT FOUND' })).toBe(false)
  })

  test('but a line with a stem for limits in it is one', () => {
    for (const line of ['Limit zapytań wyczerpany', 'Kvóta vyčerpána, blokováno', 'エラー', '<p>'])
      expect(makesFree({ free: `NOT FOUND\n\n${help}\n${line}` }), line).toBe(false)
    expect(makesFree({ free: `NOT FOUND\n\n${help}\n\nKyselyraja ylitetty` })).toBe(false)
  })
})

describe('a sentence in a language that no list has makes a name free', () => {
  test.each([
    'Verkkotunnusta NAME ei löydy',
    'Jina NAME halijasajiliwa',
    'Domen NAME ro‘yxatdan o‘tmagan',
    'დომენი NAME თავისუფალია',
    'Домейнът NAME е свободен',
  ])('if the control has the same one: %s', (free) => {
    expect(makesFree({ free })).toBe(true)
    expect(makesFree({ free, control: undefined })).toBe(false)
    expect(makesFree({ free, control: 'NOT FOUND' })).toBe(false)
    expect(makesFree({ free, notes: free.replace('NAME', 'known.com') })).toBe(false)
    expect(makesFree({ free: `${free}\nKyselyraja ylitetty`, control: free })).toBe(false)
  })

  test.each([
    '',
    'No mat',
    'Kyselyraja ylitetty',
    'Halijasajiliwa',
    'Virhe: NAME',
    'Palvelin lepää huomiseen asti: NAME',
    'Palvelin lepää huomiseen asti: "NAME"',
    'NAME: palvelin lepää huomiseen asti',
    'NAME: NXDOMAIN',
    'Limit für NAME überschritten',
    'NAME papa.com halijasajiliwa',
    'NAME is available in the aftermarket',
    'Domain NAME is available for purchase',
    'The domain NAME sleeps',
    'Domain: NAME\nStatus: lepää',
    'Domain Name: NAME\nRegistrar: X',
    'Dominio NAME reservado',
    '<html><body>NAME ei löydy</body></html>\n<p>x</p>',
  ])('but not: %j', (free) => {
    expect(makesFree({ free })).toBe(false)
  })
})

test('the control is needed only for lines that the registered name has not', () => {
  const known = read(record + terms, 'known.com').reference
  expect(isControlNeeded(read(`NOT FOUND\n${terms}`), known)).toBe(false)
  expect(isControlNeeded(read(`NOT FOUND\n% Reduced service`), known)).toBe(true)
  expect(isControlNeeded(read('Jina NAME halijasajiliwa'), known)).toBe(true)
})

test('a label that is a word of the answer is compared as a word too', () => {
  const known = read('Domain Name: known.com\nRegistrar: X\n% Rejestr domain', 'known.com').reference
  const reading = read('NOT FOUND\n% Rejestr domain', 'domain.com')
  expect(isFree(reading, known, undefined)).toBe(true)
})

test('hostile texts are judged in time that grows with their length', () => {
  // Quadratic reading would take longer than a test may.
  for (const text of [
    'a.',
    'a',
    '1:',
    'a b\n',
    'a@',
    'http://',
    '(c) A ',
    'A.-',
    'NAME ',
    '詳しくは',
    'only ',
  ])
    expect(makesFree({ free: `NOT FOUND\n${text.repeat(60_000 / text.length)}` })).toBeDefined()
})
