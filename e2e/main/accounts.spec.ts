import { expect, expectAccessible, PASSWORD, test } from '../shop.ts'

/** A sign-up where addresses have to be confirmed, with the code of a real mail. */

test.use({ settings: { AUTH_EMAIL_CONFIRMATION: 'on' } })

test('a new customer confirms the address and is logged in', async ({ shop }) => {
  const email = 'new@example.com'
  const page = await shop.visit()
  await page.goto('/signup')
  await page.getByLabel('Full name', { exact: true }).fill('Asha Mwangi')
  await page.getByLabel(/Phone number/).fill('0712 345 678')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible()
  await expectAccessible(page)
  const { code } = await shop.mailTo(email)
  await page.getByLabel('Code from the email').fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText(/This code is wrong or has expired/).first()).toBeVisible()
  await page.getByLabel('Code from the email').fill(code)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
})
