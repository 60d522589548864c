import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'

let shop: Shop
let owner: Person
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.admin()
})
afterAll(() => shop.close())

const done = async (who = owner) => {
  const { body } = await who.call('GET', '/api/admin/onboarding')
  return [...body.required, ...body.later]
    .filter(({ is_done }: { is_done: boolean }) => is_done)
    .map(({ step }: { step: string }) => step)
}
const save = (values: object) => owner.call('PATCH', '/api/admin/settings', { values })

test('a fresh shop is open, has everything to set and is not finished', async () => {
  const { status, body } = await owner.call('GET', '/api/admin/onboarding')
  expect(status).toBe(200)
  expect(body).toMatchObject({ is_finished: false, is_open: true })
  expect(body.required.map(({ step }: { step: string }) => step)).toEqual([
    'currency',
    'business',
    'payments',
    'prices',
    'mail',
    'person',
    'legal',
  ])
  expect(await done()).toEqual([])
})

test('a change of the currency over the API ticks the currency and not the prices that it writes', async () => {
  const { body } = await owner.call('GET', '/api/admin/settings')
  const answer = await owner.call('POST', '/api/admin/settings/currency', {
    currency: 'TZS',
    rate: 2600,
    step: 100,
    versions: body.versions,
  })
  expect(answer.status).toBe(200)
  expect(await done()).toEqual(['currency'])
})

test('each step is ticked by what it is about, until all are', async () => {
  await save({ 'business.name': 'Duka', 'business.phone': '0712345678', 'accounts.defaultCountry': 'TZ' })
  expect(await done()).toEqual(['currency', 'business'])
  await save({ 'catalogue.email': 30_000 })
  expect(await done()).toEqual(['currency', 'business'])
  await save({ 'shop.setUp': ['prices'] })
  expect(await done()).toEqual(['currency', 'business', 'prices'])
  await save({ 'legal.terms': { en: 'T', sw: 'T' }, 'legal.privacy': { en: 'P', sw: 'P' } })
  expect(await done()).not.toContain('legal')
  await save({ 'legal.refunds': { en: 'R', sw: 'R' } })
  expect(await done()).toContain('legal')
})

test('the step about the person is about who asks', async () => {
  expect(await done()).not.toContain('person')
  const read = (await owner.call('GET', '/api/admin/notifications')).body.choices
  await owner.call('PUT', '/api/admin/notifications', { ...read, mail_minutes: 0 })
  expect(await done()).toContain('person')
  expect(await done(await shop.admin('manager'))).not.toContain('person')
})

test('it is finished when an admin closes it', async () => {
  await save({ 'shop.isSetUp': true, 'shop.isOpen': false })
  expect((await owner.call('GET', '/api/admin/onboarding')).body).toMatchObject({
    is_finished: true,
    is_open: false,
  })
})

test.each([['payments.methods'], ['an unknown step']])('%s is no step of the set-up', async (step) => {
  expect((await save({ 'shop.setUp': [step] })).status).toBe(400)
})
