import { entry, fail, fetchScreens, fillPayment, tab } from '../failing.ts'
import { clickButton, expect, expectText, insertService, insertRequest, newCustomer, test } from '../shop.ts'

/** The error messages of open screens after the server has stopped, one for each failed call. */

test('with the server stopped a customer sees what failed, and why', async ({ shop }) => {
  const email = 'down@example.com'
  const domains = await shop.visit()
  await newCustomer(domains, { name: 'Asha Mwangi', email })
  await insertService(shop, email, 'domain', 'down-expired.com', -1)
  await insertService(shop, email, 'email', 'info@down-expired.com', -1)
  await insertRequest(shop, email, 'domain', 'down-offered.com', 'available', 'offered')
  await insertRequest(shop, email, 'email', 'info@down-offered.com', 'available', 'offered')
  await insertRequest(shop, email, 'hosting', 'Basic', 'approved', 'offered')
  await domains.goto('/dashboard/domains')
  const emails = await tab(domains, '/dashboard/emails')
  const hosting = await tab(domains, '/dashboard/hosting')
  // Each page opens one of the other screens once the server is stopped.
  const lists = [
    [hosting, 'Domains', 'DomainsScreen', 'Failed to fetch requests'],
    [domains, 'Professional Emails', 'EmailsScreen', 'Failed to fetch email requests'],
    [emails, 'Hosting', 'HostingScreen', 'Failed to fetch hosting requests'],
  ] as const
  for (const [page, ...screen] of lists) await fetchScreens(page, [screen])
  for (const [page, label, name] of [
    [domains, 'Domain name', 'down-asked.com'],
    [emails, 'Domain or full email', 'info@down-asked.com'],
  ] as const) {
    await page.getByLabel(label).fill(name)
    await clickButton(page, 'Check')
    await expect(page.getByRole('button', { name: `Request this: ${name}` })).toBeVisible()
  }
  for (const [page, words] of [
    [domains, 'After Payments Click Here to Confirm your Domain'],
    [emails, 'After Payment, Click to Confirm'],
    [hosting, 'Confirm Payment'],
  ] as const) {
    await clickButton(page, words)
    await fillPayment(page)
  }
  await hosting.getByLabel('Details').fill('Two sites')

  await shop.down(async () => {
    // Without the last lists, which would be shown instead. A call that was on its way would have stored them again.
    await domains.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name)
    })
    await Promise.all([
      fail(domains, [
        ['Request this: down-asked.com', 'Failed to submit request.'],
        [/Renew Domain/, 'Failed to renew domain.'],
        ['Submit payment', 'Failed to submit payment confirmation.'],
      ]),
      fail(emails, [
        ['Request this: info@down-asked.com', 'Failed to submit request.'],
        [/Renew Email/, 'Failed to renew email.'],
        ['Submit payment', 'Failed to submit payment confirmation.'],
      ]),
      fail(hosting, [
        ['Submit payment', 'Failed to confirm payment.'],
        ['Request Basic', 'Failed to send hosting request'],
        ['Send request', 'Failed to send manual hosting request'],
      ]),
    ])
    await Promise.all(
      lists.map(async ([page, name, , sentence]) => {
        await entry(page, name).click()
        await expectText(page, sentence)
        await expectText(page, 'The server did not respond.')
      }),
    )
  })
})
