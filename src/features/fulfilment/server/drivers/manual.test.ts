import { expect, test } from 'vitest'
import { manual } from './manual.ts'

const driver = manual.open({ base_url: '', username: null, key: '', currency: 'TZS' }, async () => {
  throw new Error('It calls nobody.')
})

test('whatever is ordered waits for a person, and is neither done nor refused by itself', async () => {
  const name = 'duka.co.ke'
  for (const outcome of [
    await driver.renew(name, 1, new Date('2027-01-01')),
    await driver.setNameservers(name, ['ns1.kikoa.example', 'ns2.kikoa.example']),
    await driver.setLock(name, true),
    await driver.setPrivacy(name, true),
    await driver.authCode(name),
  ])
    expect(outcome).toEqual({ state: 'ordered' })
  expect(await driver.info(name)).toEqual({ state: 'pending' })
})

test('it can do what a person can, and has no readings', async () => {
  expect([...driver.capabilities('co.ke')]).toEqual([
    ...[
      'register',
      'renew',
      'transfer-in',
      'info',
      'nameservers',
      'contacts',
      'lock',
      'auth-code',
      'privacy',
    ],
  ])
  for (const reading of [driver.check(['duka.co.ke']), driver.prices(), driver.balance()])
    await expect(reading).rejects.toMatchObject({ name: 'ProviderFailed', reason: 'refused' })
  expect(driver.list).toBeUndefined()
})
