import { describe, expect, test } from 'vitest'
import { isPublicSuffix, readDomainName, registrableOf } from '../products/domain-names.ts'
import { readAsciiName } from '../products/names/scripts.ts'
import { isSuffix } from '../products/names/suffixes.ts'
import { domain } from '../products/domain.ts'
import { normalItem } from '../products/typed-items.ts'
import { isPlainSearch, type Market, readPlainSearch, readSearch } from './asked-names.ts'
import { suggestDomains } from './suggestions.ts'

/** The same text is the same name in the search, the check, the request, and the cart with its orders. */

const endings = ['com', 'co.tz', 'or.tz', 'net', 'org', 'africa']
const market: Market = { endings, searched: [], country: '' }

/** What is typed, the name that is sold, and the one that the search offers where that is another. */
const names: [typed: string, name: string | undefined, offered?: string | undefined][] = [
  ['duka.com', 'duka.com'],
  ['duka.co.tz', 'duka.co.tz'],
  ['https://www.DUKA.co.tz/x', 'duka.co.tz'],
  ['duka.tz', 'duka.tz'],
  ['duka.me.tz', 'duka.me.tz'],
  ['duka.co.ug', 'duka.co.ug'],
  ['duka.com.ug', 'duka.com.ug'],
  ['duka.com.et', 'duka.com.et'],
  ['duka.com.ng', 'duka.com.ng'],
  ['duka.co.uk', 'duka.co.uk'],
  ['duka.com.br', 'duka.com.br'],
  ['duka.io', 'duka.io'],
  ['com.tz', 'com.tz'],
  ['com.cd', 'com.cd'],
  ['duk\u00e4.com', 'xn--duk-sla.com'],
  // Nobody sells names below these: they are names themselves.
  ['duka.com.tz', undefined, 'com.tz'],
  ['duka.org.tz', undefined, 'org.tz'],
  ['duka.com.cd', undefined, 'com.cd'],
  ['duka.co.et', undefined, 'co.et'],
  ['duka.net.tz', undefined, 'net.tz'],
  ['duka.com.ke', undefined, 'com.ke'],
  ['duka.org.ke', undefined, 'org.ke'],
  ['duka.gov.tz', undefined, 'gov.tz'],
  ['blog.duka.co.tz', undefined, 'duka.co.tz'],
  ['a.b.duka.com', undefined, 'duka.com'],
  ['blog.duka.tz', undefined, 'duka.tz'],
  // Public suffixes, also those of a wildcard.
  ['co.tz', undefined],
  ['com.et', undefined],
  ['co.uk', undefined],
  ['duka.np', undefined],
  ['duka.ck', undefined],
  // Letters of several alphabets.
  ['duk\u0430.com', undefined],
  ['xn--zzzzz--.com', undefined],
  ['ab--cd.com', undefined],
]

describe.each(names)('%s', (typed, name, offered = name) => {
  test('is one name wherever it is typed', async () => {
    expect(readDomainName(typed, endings)).toBe(name)
    expect(normalItem(typed, endings)).toBe(name)
    const request = domain.read({ requested_domain: typed } as never, { suffixes: endings } as never)
    expect(request && 'subject' in request ? request.subject : undefined).toBe(name)
    // The search and the check offer the name that is sold above it.
    expect((await readSearch(typed, market))?.asked[0]).toBe(offered)
    if (isPlainSearch(typed, market)) expect(readPlainSearch(typed, market)?.asked[0]).toBe(offered)
    const found = suggestDomains(typed, [], endings)
    if (offered) expect(found?.suggestions[0]).toBe(offered)
    const ascii = readAsciiName(typed)
    expect(offered && ascii && registrableOf(ascii, endings)).toBe(offered)
  })
})

test('what is known without the list of public suffixes is what the list says', () => {
  const labels =
    'ac adv agric alt biz co com coop edu go gob gouv gov grondar hotel id info int law ltd me mil mobi museum name ne net ngo nhs nic nis nom or org plc police pro sc sch school store tm tv us web a i duka shop'
  const tops =
    'com net org africa pizza aero pro int museum name jobs arpa tz ke ug rw bi mz za uk et cd zm bd ck io de'
  const said = tops
    .split(' ')
    .flatMap((top) => [top, ...labels.split(' ').map((label) => `${label}.${top}`)])
    .filter((text) => isSuffix(text) !== undefined)
  expect(said.filter((text) => isSuffix(text) !== isPublicSuffix(text))).toEqual([])
})
