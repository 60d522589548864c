import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect } from './shop.ts'

/** Generates TOTP codes. Each time step is accepted once, so a second code uses the next step. */
export function totpCodes(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  let used = 0
  return () => {
    const now = Math.floor(Date.now() / 30_000)
    used = Math.max(used + 1, now)
    return totp.generate({ timestamp: used * 30_000 })
  }
}

/** The secret beside the QR code, which is shown in groups of four. */
export const shownSecret = async (page: Page) =>
  (await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '')

/** Logs in with the password of an account that has a second factor, up to the question for the factor. */
export async function enterPassword(page: Page, email: string, password = 'Pwani-Mawimbi-4') {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
}
