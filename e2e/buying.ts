import type { Locator, Page } from '@playwright/test'
import { admin, type Running } from './running.ts'
import { expect, rendered } from './shop.ts'

/** Counts the clicks and fields of a person who buys. */
export function customer() {
  const count = { clicks: 0, fields: 0 }
  return {
    count,
    async click(target: Locator) {
      count.clicks++
      await target.click()
    },
    async fill(field: Locator, text: string) {
      count.fields++
      await field.fill(text)
    },
  }
}

interface DomainPrice {
  ending: string
  renewal: number | null
  years: number
}

/**
 * Saves settings as the shop's owner would, and waits until the pages show them: who signs up is logged in, and Tanzania
 * is the country.
 * @param com what is different about names that end in .com
 */
export async function setUp({ address }: Running, changes: object = {}, com: Partial<DomainPrice> = {}) {
  const call = async (method: string, path: string, token: string, body?: object) => {
    const answer = await fetch(address + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect([path, answer.status]).toEqual([path, 200])
    return answer.json()
  }
  const { access_token: token } = await call('POST', '/auth/v1/token?grant_type=password', '', admin)
  const now: { values: { 'catalogue.domains': DomainPrice[] } } = await call(
    'GET',
    '/api/admin/settings',
    token,
  )
  const values = {
    'business.name': 'Duka la Pwani',
    'accounts.defaultCountry': 'TZ',
    'accounts.logInAfterSignUp': true,
    'catalogue.domains': now.values['catalogue.domains'].map((one) =>
      one.ending === 'com' ? { ...one, ...com } : one,
    ),
    ...changes,
  }
  await call('PATCH', '/api/admin/settings', token, { values, versions: {} })
  const signUp = async () => (await fetch(`${address}/signup`)).text()
  await expect.poll(signUp, rendered).toContain(values['business.name'])
}

/** Fills the cart of a visitor. Screens that open afterwards show it. */
export const fillCart = (page: Page, ...names: string[]) =>
  page.evaluate(
    (items) => localStorage.setItem('kikoa-cart', JSON.stringify({ owner: null, items, unsent: [] })),
    names,
  )
