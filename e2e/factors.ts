import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect } from './shop.ts'

/** The codes of an app, each once: a step is not used twice, so a second code of now is the next step's. */
export function appOf(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  let used = 0
  return () => {
    const now = Math.floor(Date.now() / 30_000)
    used = Math.max(used + 1, now)
    return totp.generate({ timestamp: used * 30_000 })
  }
}

/** The secret that stands beside the QR code, in groups of four. */
export const secretIn = async (page: Page) =>
  (await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '')

/** Shows the password of an account that has a second factor. */
export async function passwordOnly(page: Page, email: string, word = 'Pwani-Mawimbi-4') {
  await page.goto('/login')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(word)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
}
