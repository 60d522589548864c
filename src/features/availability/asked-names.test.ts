import { describe, expect, test } from 'vitest'
import { endingsByLabel, isPlainSearch, readPlainSearch, readSearch } from './asked-names.ts'

const searched = ['com', 'net', 'org']
const market = (country: string) => ({
  endings: [...searched, 'co.tz', 'tz', 'or.tz', 'co.ke', 'africa'],
  searched,
  country,
})
const rows = async (typed: string, country = '') => {
  const found = await readSearch(typed, market(country))
  return found && [...found.asked, '|', ...found.searched].join(' ')
}

describe('the rows of a search', () => {
  test.each([
    ['mama', '| mama.com mama.net mama.org'],
    ['mama.com', '| mama.com mama.net mama.org'],
    // What was typed is the first row, whatever its ending.
    ['mawimbi.co.tz', 'mawimbi.co.tz | mawimbi.com mawimbi.net mawimbi.org'],
    ['https://www.Mawimbi.CO.TZ./duka?x', 'mawimbi.co.tz | mawimbi.com mawimbi.net mawimbi.org'],
    ['mama.org', '| mama.org mama.com mama.net'],
    ['mama.pizza', 'mama.pizza | mama.com mama.net mama.org'],
    // A subdomain stands for the name that can be registered.
    ['blog.soko.co.tz', 'soko.co.tz | blog.com blog.net blog.org'],
    ['blog.soko.gob.ar', 'soko.gob.ar | blog.com blog.net blog.org'],
    ['info@soko.co.tz', 'soko.co.tz | info.com info.net info.org'],
    // An ending alone can't be registered.
    ['co.tz', '| co.com co.net co.org'],
    // Several words also as one, before the rows of the first word alone.
    ['mama lishe', 'mamalishe.com mama-lishe.com | mama.com mama.net mama.org'],
    ['Mama_Lishe', 'mamalishe.com mama-lishe.com | mama.com mama.net mama.org'],
    ['mama & lishe!', 'mamalishe.com mama-lishe.com | mama.com mama.net mama.org'],
    ['mama - lishe', 'mamalishe.com mama-lishe.com | mama.com mama.net mama.org'],
    ['duka@home', 'dukahome.com duka-home.com | duka.com duka.net duka.org'],
    ["mama's", 'mamas.com mama-s.com | mama.com mama.net mama.org'],
    ['duka la mama', 'dukalamama.com duka-la-mama.com | duka.com duka.net duka.org'],
    ['mama lishe.co.ke', 'mamalishe.co.ke mama-lishe.co.ke | mama.com mama.net mama.org'],
    ['mama lishe co.ke', 'mamalishe.co.ke mama-lishe.co.ke | mama.com mama.net mama.org'],
    ['mama .africa', 'mama.africa | mama.com mama.net mama.org'],
    ['mama.co.ke, mama.africa', 'mama.co.ke mama.africa | mama.com mama.net mama.org'],
    // Too long as one.
    [
      `${'m'.repeat(40)} ${'n'.repeat(40)}`,
      `| ${searched.map((one) => `${'m'.repeat(40)}.${one}`).join(' ')}`,
    ],
    ['café bar', 'xn--cafbar-dva.com xn--caf-bar-dya.com | xn--caf-dma.com xn--caf-dma.net xn--caf-dma.org'],
    ['müller.co.ke', 'xn--mller-kva.co.ke | xn--mller-kva.com xn--mller-kva.net xn--mller-kva.org'],
  ])('of %s', async (typed, expected) => {
    expect(await rows(typed)).toBe(expected)
  })

  test.each([
    ['mawimbi', 'TZ', 'mawimbi.co.tz mawimbi.tz mawimbi.or.tz | mawimbi.com mawimbi.net mawimbi.org'],
    ['mawimbi.tz', 'TZ', 'mawimbi.tz mawimbi.co.tz mawimbi.or.tz | mawimbi.com mawimbi.net mawimbi.org'],
    [
      'mawimbi.co.ke',
      'TZ',
      'mawimbi.co.ke mawimbi.co.tz mawimbi.tz mawimbi.or.tz | mawimbi.com mawimbi.net mawimbi.org',
    ],
    ['mama lishe', 'KE', 'mamalishe.com mama-lishe.com mamalishe.co.ke | mama.com mama.net mama.org'],
    ['mama', 'UG', '| mama.com mama.net mama.org'],
  ])("of %s with %s's endings next", async (typed, country, expected) => {
    expect(await rows(typed, country)).toBe(expected)
  })

  test('are none of a text without a name', async () => {
    for (const typed of ['', '-mama', '.com', '🙂']) expect(await rows(typed, 'TZ')).toBeUndefined()
  })

  test('are at most eight besides', async () => {
    const typed = Array.from({ length: 30 }, (_, n) => `n${n}.co.ke`).join(' ')
    expect((await readSearch(typed, market('TZ')))!.asked).toHaveLength(8)
  })

  test('need no table where every name is plain and its ending known', () => {
    for (const typed of ['mama lishe', 'mawimbi.co.tz', 'blog.soko.co.tz', 'soko.pizza'])
      expect([typed, isPlainSearch(typed, market(''))]).toEqual([typed, true])
    for (const typed of ['müller.co.ke', 'blog.soko.gob.ar'])
      expect([typed, isPlainSearch(typed, market(''))]).toEqual([typed, false])
    // What needs a table is left out until it is there.
    expect(readPlainSearch('blog.soko.gob.ar', market(''))).toMatchObject({ label: 'blog', asked: [] })
  })
})

test('names of one label are looked up together, in order', () => {
  const names = ['mama.co.tz', 'mama.com', 'getmama.com', 'mama.net']
  expect([...endingsByLabel(names)]).toEqual([
    ['mama', ['co.tz', 'com', 'net']],
    ['getmama', ['com']],
  ])
})
