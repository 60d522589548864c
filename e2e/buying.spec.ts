import type { Locator, Page } from '@playwright/test'
import { expect, newCustomer, rendered, type Shop, test } from './shop.ts'

/** The ways to buy, with the clicks and fields that they take, by pointer and by keyboard. */

// A server of its own, because these tests change the shop's settings.
test.use({ settings: { RATE_LIMIT_SCALE: '60' } })

/** Counts the clicks and fields of a person who buys. */
function customer() {
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

let shops = 0

/** Saves settings as the shop's owner would, and waits until the pages show them. */
async function setUp(shop: Shop, page: Page, changes: object) {
  const name = `Duka la ${++shops}`
  const values = { 'business.name': name, 'accounts.defaultCountry': 'TZ', ...changes }
  const log = await page.request.post('/auth/v1/token?grant_type=password', { data: shop.admin })
  const { access_token } = (await log.json()) as { access_token: string }
  const saved = await page.request.patch('/api/admin/settings', {
    headers: { authorization: `Bearer ${access_token}` },
    data: { values, versions: {} },
  })
  expect([saved.status(), await saved.text()]).toEqual([200, expect.anything()])
  await expect.poll(async () => (await page.request.get('/signup')).text(), rendered).toContain(name)
}

const straightOn = { 'accounts.logInAfterSignUp': true }

for (const [name, phone] of [
  ['on a desktop', false],
  ['on a phone', true],
] as const) {
  const turn = phone ? 'phone' : 'desktop'
  test(`from the landing page to a paid-for name in 8 clicks and 7 fields, ${name}`, async ({ shop }) => {
    const page = await shop.visit({ phone })
    await setUp(shop, page, straightOn)
    const { count, click, fill } = customer()
    await page.goto('/')
    await fill(page.getByLabel('Domain name'), `lipa-${turn}`)
    await click(page.getByRole('button', { name: 'Search' }))
    await click(page.getByRole('button', { name: `Add to Cart: lipa-${turn}.com` }))
    await click(page.getByRole('link', { name: 'Go to checkout' }))
    await click(page.getByRole('main').getByRole('link', { name: 'Sign Up' }))
    await fill(page.getByLabel('Full name', { exact: true }), 'Asha Mwangi')
    await expect(page.getByLabel('Country')).toHaveValue('Tanzania (+255)')
    await fill(page.getByLabel(/Phone number/), '0712 345 678')
    await fill(page.getByLabel('Email', { exact: true }), `paid-${turn}@example.com`)
    await fill(page.getByLabel('Password', { exact: true }), 'Pwani-Mawimbi-4')
    await click(page.getByRole('button', { name: 'Sign Up' }))
    await click(page.getByRole('button', { name: 'Confirm & Place Order' }))
    await expect(page.getByText('✅ Your domain order has been successfully placed!')).toBeVisible()
    await click(page.getByRole('button', { name: 'Confirm Payment' }))
    await expect(page.getByLabel('Payer name')).toHaveValue('Asha Mwangi')
    await fill(page.getByLabel('Receipt number'), `PAID-${turn}`)
    await fill(page.getByLabel('Payment method'), 'M-Pesa')
    await click(page.getByRole('button', { name: 'Submit payment' }))
    await expect(page.getByText('Payment info submitted!')).toBeVisible()
    expect(count).toEqual({ clicks: 8, fields: 7 })
  })

  test(`from the landing page to a request in 6 clicks, ${name}`, async ({ shop }) => {
    const page = await shop.visit({ phone })
    await setUp(shop, page, { 'accounts.logInAfterSignUp': false })
    const { count, click, fill } = customer()
    await page.goto('/')
    await fill(page.getByLabel('Domain name'), `omba-${turn}`)
    await click(page.getByRole('button', { name: 'Search' }))
    await click(page.getByRole('link', { name: `Request this: omba-${turn}.co.tz` }))
    await click(page.getByRole('main').getByRole('link', { name: 'Sign Up' }))
    await fill(page.getByLabel('Full name', { exact: true }), 'Juma Otieno')
    await fill(page.getByLabel(/Phone number/), '0712 345 678')
    await fill(page.getByLabel('Email', { exact: true }), `asked-${turn}@example.com`)
    await fill(page.getByLabel('Password', { exact: true }), 'Pwani-Mawimbi-4')
    await click(page.getByRole('button', { name: 'Sign Up' }))
    // The specification's way: the log-in comes next, with the address filled in.
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(`asked-${turn}@example.com`)
    await page.getByLabel('Password', { exact: true }).fill('Pwani-Mawimbi-4')
    await click(page.getByRole('button', { name: 'Login' }))
    await click(page.getByRole('button', { name: `Request this: omba-${turn}.co.tz` }))
    await expect(page.getByText('Request sent! Expect feedback within ~10 mins.')).toBeVisible()
    expect(count.clicks).toBe(6)
  })
}

test('a plan chosen on the price list arrives in hosting through a sign-up, and is ordered with an address', async ({
  shop,
}) => {
  const page = await shop.visit()
  await setUp(shop, page, { ...straightOn, 'catalogue.email': 24 })
  await page.goto('/pricing')
  await page.getByText('Yearly').first().click()
  await page.getByRole('link', { name: 'Choose Business' }).click()
  await page.getByLabel('Full name', { exact: true }).fill('Asha Mwangi')
  await page.getByLabel(/Phone number/).fill('0712 345 678')
  await page.getByLabel('Email', { exact: true }).fill('chosen@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Pwani-Mawimbi-4')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/dashboard\/hosting\?plan=business&period=yearly$/)
  const chosen = page.getByRole('listitem').filter({ hasText: 'Your choice' })
  await expect(chosen).toContainText('$129.99')
  await chosen.getByRole('button', { name: 'Add to Cart: Business hosting, yearly' }).click()
  await expect(page.getByText('Business hosting, yearly added to cart')).toBeVisible()

  await page.goto('/dashboard/emails')
  await page.getByLabel('Domain or full email').fill('info@chosen.co.tz')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('button', { name: 'Add to Cart: info@chosen.co.tz' }).click()
  await page.getByRole('link', { name: 'Cart: 2' }).click()
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await expect(page.getByText('$153.99')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm & Place Order' }).click()
  await expect(page.getByRole('heading', { name: /^Order #\d+$/ })).toBeVisible()
})

test('a domain is ordered for several years where the shop offers them', async ({ shop }) => {
  const page = await shop.visit()
  const com = { ending: 'com', price: 10, renewal: 12, years: 3, needs: '', searched: true, shown: true }
  await setUp(shop, page, { ...straightOn, 'catalogue.domains': [com] })
  await page.goto('/results?domain=miaka')
  await page.getByRole('button', { name: 'Add to Cart: miaka.com' }).click()
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await page.getByLabel('Years for miaka.com').selectOption('3 years')
  await expect(page.getByText('$34.00').first()).toBeVisible()
})

test('where the program answers, a request for a free name with a price can be paid at once', async ({
  shop,
}) => {
  const page = await shop.visit()
  await setUp(shop, page, { 'requests.answer': 'at-once' })
  shop.registry.taken.add('mara-moja.net')
  await newCustomer(page, { name: 'Juma Otieno', email: 'at-once@example.com' })
  await page.goto('/dashboard/domains?name=mara-moja')
  await page.getByRole('button', { name: 'Request this: mara-moja.com' }).click()
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(
    card('mara-moja.com').getByRole('button', { name: 'After Payments Click Here to Confirm your Domain' }),
  ).toBeVisible()
  await expect(card('mara-moja.com')).toContainText('$10.00')
  await page.getByRole('button', { name: 'Request this: mara-moja.net' }).click()
  await expect(card('mara-moja.net')).toContainText('Please wait up to 10 minutes to receive feedback...')
})

test('both ways to buy work with the keyboard alone', async ({ shop }) => {
  const page = await shop.visit()
  await setUp(shop, page, straightOn)
  /** Presses Tab until that element has the focus, then Enter. */
  const press = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let steps = 0; steps < 80; steps++) {
      if (await target.evaluate((element) => element === document.activeElement)) {
        await page.keyboard.press('Enter')
        return
      }
      await page.keyboard.press('Tab')
    }
    throw new Error('the focus did not reach it')
  }
  const type = async (target: Locator, text: string) => {
    for (let steps = 0; steps < 80; steps++) {
      if (await target.evaluate((element) => element === document.activeElement)) {
        await page.keyboard.type(text)
        return
      }
      await page.keyboard.press('Tab')
    }
    throw new Error('the focus did not reach it')
  }
  await page.goto('/')
  await type(page.getByLabel('Domain name'), 'kibodi')
  await page.keyboard.press('Enter')
  await press(page.getByRole('button', { name: 'Add to Cart: kibodi.com' }))
  await press(page.getByRole('link', { name: 'Go to checkout' }))
  await press(page.getByRole('main').getByRole('link', { name: 'Sign Up' }))
  await type(page.getByLabel('Full name', { exact: true }), 'Asha Mwangi')
  await type(page.getByLabel(/Phone number/), '0712 345 678')
  await type(page.getByLabel('Email', { exact: true }), 'keys-only@example.com')
  await type(page.getByLabel('Password', { exact: true }), 'Pwani-Mawimbi-4')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/checkout$/)
  await press(page.getByRole('button', { name: 'Confirm & Place Order' }))
  await expect(page.getByRole('heading', { name: /^Order #\d+$/ })).toBeVisible()

  await page.goto('/dashboard/domains')
  await type(page.getByLabel('Domain name'), 'kibodi-mbili.co.tz')
  await page.keyboard.press('Enter')
  await press(page.getByRole('button', { name: 'Request this: kibodi-mbili.co.tz' }))
  await expect(page.getByText('Request sent! Expect feedback within ~10 mins.')).toBeVisible()
})
