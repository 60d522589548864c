import { expect, expectAccessible, test } from '../shop.ts'

/** What a shop without a mail server says where a mail would be needed. */

for (const [language, send, sentence] of [
  ['en', 'Send me a link', /This site can't send emails at the moment/],
  ['sw', 'Nitumie kiungo', /Kwa sasa tovuti hii haiwezi kutuma barua pepe/],
] as const)
  test(`a forgotten password says that no mail can be sent (${language})`, async ({ shop }) => {
    const page = await shop.visit({ phone: true, language })
    await page.goto('/forgot')
    await page.locator('input[type=email]').fill('somebody@example.com')
    // The browser logs the refusal.
    await shop.failing(async () => {
      await page.getByRole('button', { name: send }).click()
      await expect(page.getByRole('main').getByText(sentence)).toBeVisible()
    })
    await expectAccessible(page)
  })
