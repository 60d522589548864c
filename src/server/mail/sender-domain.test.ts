import { describe, expect, test } from 'vitest'
import { checkSenderDomain } from './sender-domain.ts'
import type { DnsLookup } from './spf.ts'

const SHOP = 'shop.example.com'

/** A DNS with these texts, any address, and these mail exchangers. */
const world = (
  texts: Record<string, string[]>,
  { voids = [], exchanges = ['mx.example.net'] }: { voids?: string[]; exchanges?: string[] } = {},
): DnsLookup => ({
  texts: async (name) => texts[name] ?? [],
  addresses: async (name) => (voids.includes(name) ? [] : ['192.0.2.1']),
  exchanges: async (name) => (voids.includes(name) ? [] : exchanges),
})
const states = async (texts: Record<string, string[]>, domain = SHOP) => {
  const { spf, dkim, dmarc } = await checkSenderDomain(domain, world(texts))
  return [spf.state, dkim.state, dmarc.state]
}
const spf = async (record: string, more: Record<string, string[]> = {}, rest = {}) => {
  const { spf } = await checkSenderDomain(SHOP, world({ [SHOP]: [record], ...more }, rest))
  return spf.problem ?? spf.state
}
const dmarc = async (texts: Record<string, string[]>, domain = SHOP) =>
  (await checkSenderDomain(domain, world(texts))).dmarc
/** Records that each include the next one, from `a0` to the last, each with additional text. */
const chain = (count: number, each = '') =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `a${n}.net`,
      [`v=spf1 ${each} ${n + 1 < count ? `include:a${n + 1}.net` : 'ip4:192.0.2.1'} ~all`],
    ]),
  )
const includes = (count: number) => Array.from({ length: count }, (_, n) => `include:i${n}.net`).join(' ')
const included = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`i${n}.net`, ['v=spf1 ip4:192.0.2.1 -all']]))

test('a sender with all three is in order', async () => {
  expect(
    await states({
      [SHOP]: ['other', 'v=spf1 include:_spf.example.net -all'],
      '_spf.example.net': ['v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 ?all'],
      [`google._domainkey.${SHOP}`]: ['v=DKIM1; k=rsa; p=MIGfMA0'],
      [`_dmarc.${SHOP}`]: ['v=DMARC1; p=quarantine; rua=mailto:a@example.com'],
    }),
  ).toEqual(['good', 'good', 'good'])
})

test('a name without records misses them; a key may stand where nobody can look', async () => {
  expect(await states({})).toEqual(['missing', 'unknown', 'missing'])
})

describe('SPF (RFC 7208)', () => {
  test.each([
    ['v=spf1 -all', 'nobody'],
    ['v=spf1 -a -mx ~all', 'nobody'],
    ['v=spf1 +all', 'open'],
    ['v=spf1 a', 'open'],
    ['v=spf1 a ?all', 'open'],
    ['v=spf1 ip4:0.0.0.0/0 -all', 'open'],
    ['v=spf1 a ~all', 'good'],
    ['V=SPF1 MX -ALL', 'good'],
    [
      'v=spf1 a:mail.example.net/24//64 mx/24 ip6:2001:db8::1 exists:%{i}.x.net ptr -all exp=e.example.net',
      'good',
    ],
    ['v=spf1 a -all include:nowhere.net', 'good'],
    ['v=spf1 a -all redirect=nowhere.net', 'good'],
    ['v=spf1 a unknown=modifier -all', 'good'],
    ['v=spf1 ipv4:192.0.2.1 -all', 'syntax'],
    ['v=spf1 include: -all', 'syntax'],
    ['v=spf1 exists -all', 'syntax'],
    ['v=spf1 a redirect=x.net redirect=y.net', 'syntax'],
  ])('reads %s as %s', async (record, answer) => {
    expect(await spf(record)).toBe(answer)
  })

  test('takes no more than one record, here and behind an include', async () => {
    const two = ['v=spf1 a -all', 'v=spf1 a ~all']
    const report = await checkSenderDomain(SHOP, world({ [SHOP]: two }))
    expect(report.spf).toMatchObject({ state: 'weak', problem: 'several-records', value: two.join(' | ') })
    expect(await spf('v=spf1 include:x.net -all', { 'x.net': two })).toBe('several-records')
    expect(await spf('v=spf1 include:x.net -all', { 'x.net': ['none'] })).toBe('broken-include')
  })

  test('follows a redirect, and takes its end', async () => {
    const to = (record: string) => spf('v=spf1 redirect=_spf.example.net', { '_spf.example.net': [record] })
    expect(await to('v=spf1 mx -all')).toBe('good')
    expect(await to('v=spf1 -all')).toBe('nobody')
    expect(await to('v=spf1 mx')).toBe('open')
    expect(await spf('v=spf1 redirect=_spf.example.net')).toBe('broken-include')
    expect(await spf('v=spf1 a redirect=_spf.example.net', { '_spf.example.net': ['v=spf1 ~all'] })).toBe(
      'good',
    )
  })

  test('is open where an include lets everybody pass', async () => {
    expect(await spf('v=spf1 include:x.net -all', { 'x.net': ['v=spf1 +all'] })).toBe('open')
    expect(await spf('v=spf1 -include:x.net mx -all', { 'x.net': ['v=spf1 +all'] })).toBe('good')
  })

  test('allows ten lookups in all, wherever they stand, and not eleven (section 4.6.4)', async () => {
    expect(await spf(`v=spf1 ${includes(10)} -all`, included(10))).toBe('good')
    expect(await spf(`v=spf1 ${includes(11)} -all`, included(11))).toBe('too-many-lookups')
    expect(await spf(`v=spf1 ${includes(14)} -all`, included(14))).toBe('too-many-lookups')
    expect(await spf('v=spf1 include:a0.net -all', chain(5, 'mx'))).toBe('good')
    expect(await spf('v=spf1 include:a0.net -all', chain(6, 'mx'))).toBe('too-many-lookups')
    expect(await spf(`v=spf1 ${includes(9)} redirect=a0.net`, { ...included(9), ...chain(1) })).toBe('good')
    expect(await spf(`v=spf1 ${includes(10)} redirect=a0.net`, { ...included(10), ...chain(1) })).toBe(
      'too-many-lookups',
    )
    expect(await spf(`v=spf1 ${includes(9)} ptr exists:%{i}.x.net -all`, included(9))).toBe(
      'too-many-lookups',
    )
    expect(await spf(`v=spf1 ${'ip4:192.0.2.1 '.repeat(30)}-all`)).toBe('good')
    expect(await spf('v=spf1 include:self.net -all', { 'self.net': ['v=spf1 include:self.net -all'] })).toBe(
      'too-many-lookups',
    )
  })

  test('allows two names that lead nowhere, and not three; ten mail exchangers, and not eleven', async () => {
    const voids = ['x.net', 'y.net', 'z.net']
    expect(await spf('v=spf1 a a:x.net mx:y.net -all', {}, { voids })).toBe('good')
    expect(await spf('v=spf1 a a:x.net mx:y.net exists:z.net -all', {}, { voids })).toBe('too-many-voids')
    const exchanges = (count: number) => Array.from({ length: count }, (_, n) => `mx${n}.net`)
    expect(await spf('v=spf1 mx -all', {}, { exchanges: exchanges(10) })).toBe('good')
    expect(await spf('v=spf1 mx -all', {}, { exchanges: exchanges(11) })).toBe('too-many-lookups')
  })
})

test('a key that was revoked, and a policy of doing nothing, are weak', async () => {
  expect(
    await states({
      [`s1._domainkey.${SHOP}`]: ['v=DKIM1; p='],
      [`_dmarc.${SHOP}`]: ['v=DMARC1; p=none'],
    }),
  ).toEqual(['missing', 'weak', 'weak'])
})

describe('DMARC (RFC 7489)', () => {
  test('of a name below is the one of the organizational domain, however deep, with its policy for names below', async () => {
    const found = { state: 'good', name: '_dmarc.example.com' }
    expect(
      await dmarc({ '_dmarc.example.com': ['v=DMARC1; p=reject'] }, 'a.b.shop.example.com'),
    ).toMatchObject(found)
    expect(await dmarc({ '_dmarc.example.com': ['v=DMARC1;p=none; sp=reject'] })).toMatchObject(found)
    expect((await dmarc({ '_dmarc.example.com': ['v=DMARC1; p=reject; sp=none'] })).state).toBe('weak')
    expect(
      (await dmarc({ '_dmarc.example.com': ['v=DMARC1; p=reject; sp=none'] }, 'example.com')).state,
    ).toBe('good')
    expect(
      (await dmarc({ '_dmarc.shop.example.com': ['v=DMARC1; p=reject'] }, 'a.shop.example.com')).state,
    ).toBe('missing')
  })

  test.each([
    ['kikoa.co.tz', 'co.tz'],
    ['shop.kikoa.co.tz', 'co.tz'],
    ['example.com', 'com'],
    ['kikoa.github.io', 'github.io'],
  ])('of %s is never one at the public suffix %s', async (domain, suffix) => {
    expect(await dmarc({ [`_dmarc.${suffix}`]: ['v=DMARC1; p=reject'] }, domain)).toEqual({
      state: 'missing',
      name: `_dmarc.${domain}`,
      value: null,
      problem: null,
    })
  })

  test('is none where there are several, where it does not begin with its version, and asks nothing of 0 %', async () => {
    const of = async (...texts: string[]) => (await dmarc({ [`_dmarc.${SHOP}`]: texts })).state
    expect(await of('v=DMARC1; p=reject', 'v=DMARC1; p=none')).toBe('weak')
    expect(await of('other', 'v=DMARC1; p=reject')).toBe('good')
    expect(await of('p=reject; v=DMARC1')).toBe('missing')
    expect(await of('v=DMARC1; p=reject; pct=0')).toBe('weak')
    expect(await of('v=DMARC1; rua=mailto:x@example.com?p=reject')).toBe('weak')
  })
})

test('where nobody answers, nothing is claimed; nor where an include is not answered', async () => {
  const silent = () => Promise.reject(new Error('timeout'))
  const report = await checkSenderDomain('example.com', {
    texts: silent,
    addresses: silent,
    exchanges: silent,
  })
  expect(Object.values(report).map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown'])
  const half = { ...world({ [SHOP]: ['v=spf1 mx -all'] }), exchanges: silent }
  expect((await checkSenderDomain(SHOP, half)).spf.state).toBe('unknown')
})
