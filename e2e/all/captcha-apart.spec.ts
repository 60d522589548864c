import { withCaptcha } from '../captcha-service.ts'
import { expect } from '../shop.ts'

/** The captcha frame on another origin of the same server: its script cannot read the page. */

const PORT = 30_211
const test = withCaptcha({ PORT: String(PORT), AUTH_CAPTCHA_FRAME: `http://localhost:${PORT}` })

test('a captcha on its own origin allows the log-in, and cannot read the page', async ({ shop, service }) => {
  const page = await shop.visit()
  await page.goto('/login')
  const frame = page.frameLocator('iframe[title="Security check"]')
  await frame.getByRole('button', { name: 'I am a person' }).click()
  const body = frame.locator('body')
  await expect(body.evaluate(() => window.parent.localStorage.length)).rejects.toThrow('cross-origin')
  await expect(body.evaluate(() => window.parent.document.title)).rejects.toThrow('cross-origin')
  await page.getByLabel('Email', { exact: true }).fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Pwani-Mawimbi-4')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Invalid login credentials').first()).toBeVisible()
  expect(service.verifications.map(({ isValid }) => isValid)).toEqual([true])
})
