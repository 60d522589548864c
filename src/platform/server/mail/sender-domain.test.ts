import { expect, test } from 'vitest'
import { reportSender } from './sender-domain.ts'

/** A domain name system that knows these texts. */
const world = (texts: Record<string, string[]>) => async (name: string) => texts[name] ?? []
const states = async (texts: Record<string, string[]>, domain = 'shop.example.com') => {
  const { spf, dkim, dmarc } = await reportSender(domain, world(texts))
  return [spf.state, dkim.state, dmarc.state]
}

test('a sender with all three is in order', async () => {
  expect(
    await states({
      'shop.example.com': ['other', 'v=spf1 include:_spf.example.net -all'],
      'google._domainkey.shop.example.com': ['v=DKIM1; k=rsa; p=MIGfMA0'],
      '_dmarc.shop.example.com': ['v=DMARC1; p=quarantine; rua=mailto:a@example.com'],
    }),
  ).toEqual(['good', 'good', 'good'])
})

test('a name without records misses them; a key may stand where nobody can look', async () => {
  expect(await states({})).toEqual(['missing', 'unknown', 'missing'])
})

test.each([
  ['two records', ['v=spf1 -all', 'v=spf1 ~all']],
  ['everybody may send', ['v=spf1 +all']],
  ['no end', ['v=spf1 include:a.example']],
])('SPF is weak with %s', async (_, texts) => {
  expect((await states({ 'shop.example.com': texts }))[0]).toBe('weak')
})

test('a key that was revoked, and a policy of doing nothing, are weak', async () => {
  expect(
    await states({
      's1._domainkey.shop.example.com': ['v=DKIM1; p='],
      '_dmarc.shop.example.com': ['v=DMARC1; p=none'],
    }),
  ).toEqual(['missing', 'weak', 'weak'])
})

test('a name below takes the policy of the name above', async () => {
  expect((await states({ '_dmarc.example.com': ['v=DMARC1; p=reject'] }))[2]).toBe('good')
})

test('where nobody answers, nothing is claimed', async () => {
  const report = await reportSender('example.com', () => Promise.reject(new Error('timeout')))
  expect(Object.values(report).map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown'])
})
