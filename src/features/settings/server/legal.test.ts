import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { readLegal, readPageSettings } from './settings.ts'

let shop: Shop
let owner: Person
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.admin()
})
afterAll(() => shop.close())

const save = (value: unknown) =>
  owner.call('PATCH', '/api/admin/settings', { values: { 'legal.terms': value } })
const pages = () => readPageSettings(shop.nodes[0]!.database, 'https://shop.example.com')

test('templates are in both languages, name the shop, and say first that a lawyer has to check them', async () => {
  await owner.call('PATCH', '/api/admin/settings', {
    values: { 'business.name': 'Duka la Asha', 'business.email': 'duka@example.com' },
  })
  const { body } = await owner.call('GET', '/api/admin/legal-templates')
  expect(body.items.map(({ page }: { page: string }) => page)).toEqual(['terms', 'privacy', 'refunds'])
  for (const { text } of body.items) {
    expect(text.en.split('\n')[0]).toContain('have a lawyer check')
    expect(text.sw.split('\n')[0]).toContain('mwanasheria')
    for (const one of [text.en, text.sw]) {
      expect(one).toContain('Duka la Asha')
      expect(one).toContain('duka@example.com')
      expect(one).not.toMatch(/[{}]/)
    }
    expect((await save(text)).status).toBe(200)
  }
})

test.each([
  ['one language alone', { en: 'Terms', sw: '' }, 'required'],
  ['a text that is too long', { en: 'x'.repeat(20_001), sw: 'x' }, 'too-long'],
  ['a control character', { en: 'a\u0000b', sw: 'x' }, 'other'],
])('%s is refused', async (_, value, reason) => {
  expect(await save(value)).toMatchObject({ status: 400, body: { data: { reason } } })
})

test('pages know which texts there are and in which version; the texts are with them alone', async () => {
  await save(null)
  expect((await pages()).legal).toEqual({})
  await save({ en: 'Only here', sw: 'Hapa tu' })
  const shown = await pages()
  expect(shown.legal).toEqual({ terms: expect.any(Number) })
  expect(JSON.stringify(shown)).not.toContain('Only here')
  expect(await readLegal(shop.nodes[0]!.database)).toEqual({
    terms: { version: shown.legal.terms, text: { en: 'Only here', sw: 'Hapa tu' } },
  })
})
