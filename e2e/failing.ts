import type { Page } from '@playwright/test'
import { clickButton, expect, expectText } from './shop.ts'

/** What the journeys with a stopped server share: screens that are ready before, and their error messages after. */

type Act = readonly [button: string | RegExp, sentence: string]

/** Clicks buttons whose calls fail, and expects the error message of each. The calls are repeated at the same time. */
export async function fail(page: Page, acts: readonly Act[]) {
  for (const [button] of acts) await clickButton(page, button)
  await Promise.all(acts.map(([, sentence]) => expectText(page, sentence)))
}

export async function fillPayment(page: Page) {
  await page.getByLabel('Payer name').fill('Asha')
  await page.getByLabel('Receipt number').fill('D1')
  await page.getByLabel('Payment method').fill('Bank')
}

/** Opens another tab of the same person, and waits until its screen is loaded. */
export async function tab(page: Page, path: string) {
  const other = await page.context().newPage()
  await other.goto(path)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(other.locator('[aria-busy=true]')).toHaveCount(0)
  return other
}

export const entry = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true })

/** Points at the entries of these screens, which fetches their code, so that they open without the server. */
export async function fetchScreens(
  page: Page,
  screens: readonly (readonly [name: string, screen: string, ...rest: unknown[]])[],
) {
  const fetched = () => performance.getEntriesByType('resource').map(({ name }) => name)
  for (const [name, screen] of screens) {
    await entry(page, name).hover()
    await expect
      .poll(() => page.evaluate(fetched))
      .toEqual(expect.arrayContaining([expect.stringContaining(`/${screen}-`)]))
  }
}
