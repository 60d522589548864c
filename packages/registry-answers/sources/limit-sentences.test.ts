import { describe, expect, test } from 'vitest'
import { lyingRegistries, type WhoisLie } from '../testing/lying-registries.ts'
import { type RdapAnswer, sayAbsent, sayJson } from '../testing/registries.ts'

/**
 * Registries that are honest about their known name, and send a limit with "not found" for every other one, in languages
 * that no list has. The control question gets the same lie.
 */

const free = ['available', 'premium']
const { queryRdap, queryWhois } = lyingRegistries()
const terms =
  '% By submitting a query you agree to use this data only for lawful purposes.\r\n% All rights reserved.\r\n'

const sentences: readonly (readonly [language: string, sentence: string])[] = [
  ['Estonian', 'Päringuid on tänaseks küllalt'],
  ['Hungarian', 'A kérdések száma elfogyott'],
  ['Icelandic', 'Fyrirspurnir þínar eru fleiri en leyft er'],
  ['Croatian', 'Broj upita za danas je potrošen'],
  ['Albanian', 'Pyetjet për sot mbaruan'],
  ['Latvian', 'Jautājumu skaits ir izsmelts'],
  ['Lithuanian', 'Užklausų skaičius išnaudotas'],
  ['Somali', 'Su’aalaha maanta way dhammaadeen'],
  ['Irish', 'Tá deireadh le do cheisteanna inniu'],
  ['Welsh', 'Mae eich cwestiynau wedi dod i ben'],
  ['Georgian', 'დღევანდელი შეკითხვები ამოიწურა'],
  ['Armenian', 'Այսօրվա հարցումները սպառվել են'],
  ['Hebrew', 'השאילתות שלך נגמרו'],
  ['Thai', 'คำถามของวันนี้หมดแล้ว'],
  ['Vietnamese', 'Bạn đã hỏi đủ rồi'],
  ['Bengali', 'আজকের প্রশ্ন শেষ'],
  ['Amharic', 'የዛሬ ጥያቄዎች አልቀዋል'],
  ['Zulu', 'Imibuzo yakho yanamuhla iphelile'],
  ['Basque', 'Gaurko galderak agortu dira'],
  ['English that no list has', 'That was the last one that you get'],
]

describe.each(sentences)('a limit in %s', (_, sentence) => {
  test.each<[string, WhoisLie]>([
    ['below "not found"', `Domain mama.com not found.\r\n${sentence}\r\n`],
    ['above "not found"', `% ${sentence}\r\n\r\nNo match for "MAMA.COM".\r\n`],
    ['within terms', `${terms}% ${sentence}\r\n\r\nNOT FOUND\r\n`],
    ['as a status', `Domain: mama.com\r\nStatus: ${sentence}\r\n\r\nNOT FOUND\r\n`],
    ['with an address', `NOT FOUND\r\n${sentence}: https://registry.example/limits\r\n`],
    ['alone', `${sentence}\r\n`],
  ])('by WHOIS, %s', async (_place, answer) => {
    expect(free).not.toContain(await queryWhois(answer, terms))
  })

  const error =
    (body: object): RdapAnswer =>
    (response) =>
      sayAbsent(response, body)
  test.each<[string, RdapAnswer]>([
    ['as its title', error({ title: sentence })],
    ['as its description', error({ description: ['Domain mama.com not found.', sentence] })],
    ['as a notice', error({ notices: [{ title: 'Notice', description: [sentence] }] })],
    ['within terms', error({ notices: [{ title: 'Terms of Use', description: [sentence] }] })],
    ['as a remark', error({ remarks: [{ description: [sentence] }] })],
    [
      'without a conformance',
      (response) => sayJson(response, 404, { errorCode: 404, title: 'Not Found', description: [sentence] }),
    ],
  ])('by RDAP, %s', async (_place, answer) => {
    expect(free).not.toContain(await queryRdap(answer))
  })
})

test('a long notice of blocking in a language that no list has makes no name free by RDAP', async () => {
  const notice = 'Tunnus on suojattu tavaramerkin haltijan pyynnöstä eikä sitä voi varata. '.repeat(6)
  for (const more of [{ description: [notice] }, { notices: [{ title: 'Suojaus', description: [notice] }] }])
    expect(free).not.toContain(await queryRdap((response) => sayAbsent(response, more)))
})

describe('the same registries without the limit make a name free', () => {
  test('by WHOIS', async () => {
    expect(await queryWhois('Domain mama.com not found.\r\n')).toBe('available')
    expect(await queryWhois(`${terms}\r\nNo match for "MAMA.COM".\r\n`, terms)).toBe('available')
    expect(await queryWhois('Domain: mama.com\r\nStatus: free\r\n\r\nNOT FOUND\r\n')).toBe('available')
  })

  test('by WHOIS, in a language that no list has', async () => {
    expect(await queryWhois('Jina mama.com halijasajiliwa\r\n')).toBe('available')
    expect(await queryWhois('Päringud: 7\r\n\r\nNOT FOUND\r\n', 'Päringud: 8\r\n')).toBe('available')
  })

  test('by RDAP', async () => {
    expect(await queryRdap((response) => sayAbsent(response))).toBe('available')
    expect(
      await queryRdap((response) =>
        sayJson(response, 404, { errorCode: 404, title: 'Not Found', description: ['No data for mama.com'] }),
      ),
    ).toBe('available')
    expect(
      await queryRdap((response) => sayJson(response, 404, { errorCode: 404, title: 'Domain not found' })),
    ).toBe('available')
    expect(
      await queryRdap((response) =>
        sayAbsent(response, { title: undefined, description: ['Jina mama.com halijasajiliwa'] }),
      ),
    ).toBe('available')
  })
})
