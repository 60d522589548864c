import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CALLBACK,
  GOOD,
  logInAtProvider,
  newcomer,
  providerSettings,
  SITE,
  someone,
  startProvider,
} from '@kikoa/auth/testing'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'

/** A sign-up records which versions of the shop's texts were accepted, and when. */

let shop: Shop
let owner: Person
let provider: Awaited<ReturnType<typeof startProvider>>
beforeAll(async () => {
  provider = await startProvider(CALLBACK)
  shop = await openShop({ env: { SITE_URL: SITE, ...providerSettings('TEST', provider) } })
  owner = await shop.admin()
})
afterAll(() => Promise.all([shop.close(), provider.close()]))

const publish = (page: string, text: string | null) =>
  owner.call('PATCH', '/api/admin/settings', {
    values: { [`legal.${page}`]: text === null ? null : { en: text, sw: text } },
  })
const signUp = async (consent?: unknown) => {
  const email = someone()
  const { status, body } = await shop.visitor('POST', '/auth/v1/signup', {
    email,
    password: GOOD,
    data: { full_name: 'Asha', ...(consent !== undefined && { consent }) },
  })
  expect(status).toBe(200)
  return body.user.id as string
}
const given = (id: string) =>
  shop.sql(`select document, version, language from consents where user_id = $1 order by document`, [id])

test('without texts of the shop nothing is accepted, whatever a sign-up says', async () => {
  expect(await given(await signUp({ terms: 1, privacy: 1 }))).toEqual([])
})

test('the versions that were shown are recorded with the time, once the shop has them', async () => {
  await publish('terms', 'One')
  await publish('terms', 'Two')
  await publish('privacy', 'Private')
  const before = Date.now()
  const id = await signUp({ terms: 2, privacy: 1 })
  expect(await given(id)).toEqual([
    { document: 'privacy', version: 1, language: 'en' },
    { document: 'terms', version: 2, language: 'en' },
  ])
  const [row] = await shop.sql(`select given_at from consents where user_id = $1 limit 1`, [id])
  expect(row!.given_at.getTime()).toBeGreaterThanOrEqual(before - 1000)
})

test('a page that was loaded before a change records the version that it showed', async () => {
  expect(await given(await signUp({ terms: 1 }))).toEqual([{ document: 'terms', version: 1, language: 'en' }])
})

test.each([
  ['a version that the shop has never had', { terms: 99 }],
  ['a text', 'yes'],
  ['a field of its own', { terms: 1, refunds: 1 }],
  ['zero', { terms: 0 }],
  ['nothing', undefined],
])('%s records nothing, and the sign-up works', async (_, consent) => {
  expect(await given(await signUp(consent))).toEqual([])
})

test('a person exports what they have accepted', async () => {
  const id = await signUp({ terms: 2 })
  const [session] = await shop.sql(`select id from auth.sessions where user_id = $1`, [id])
  const token = await shop.tokenFor({ id, session: session!.id })
  const { body } = await shop.at(0, token)('GET', '/api/account/export')
  expect(JSON.stringify(body)).toContain('"document":"terms"')
})

test('a sign-up at a provider records what was shown beside its button, and a later log-in nothing', async () => {
  const auth = { url: `${shop.nodes[0]!.address}/auth/v1` }
  const who = newcomer()
  const logIn = (consent: object) =>
    logInAtProvider(auth, provider, who, undefined, { data: JSON.stringify({ consent }) })
  const first = await logIn({ terms: 2, privacy: 1 })
  const shown = [
    { document: 'privacy', version: 1, language: 'en' },
    { document: 'terms', version: 2, language: 'en' },
  ]
  expect(await given(first.user!.id)).toEqual(shown)
  const second = await logIn({ terms: 1 })
  expect(second.user!.id).toBe(first.user!.id)
  expect(await given(first.user!.id)).toEqual(shown)
})
