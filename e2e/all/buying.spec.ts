import type { Locator, Page } from '@playwright/test'
import { customer, setUp } from '../buying.ts'
import { callAs } from '../paying.ts'
import { expect, expectAccessible, logIn, newCustomer, PASSWORD, test } from '../shop.ts'

/** The other ways to buy, by pointer and by keyboard. */

// A server of its own, because the shop's settings are changed.
test.use({ settings: { RATE_LIMIT_SCALE: '60' } })

test('a request that a visitor has pressed is sent after the sign-up and the log-in', async ({ shop }) => {
  const page = await shop.visit({ phone: true })
  const { count, click, fill } = customer()
  await page.goto('/')
  await fill(page.getByLabel('Domain name'), 'omba')
  await click(page.getByRole('button', { name: 'Search' }))
  await click(page.getByRole('link', { name: 'Request this: omba.co.tz' }))
  await expect(page.getByText('Log in, and we will send your request for omba.co.tz.')).toBeVisible()
  await expectAccessible(page)
  await click(page.getByRole('main').getByRole('link', { name: 'Sign Up' }))
  await expect(page.getByText('Sign up, and we will send your request for omba.co.tz.')).toBeVisible()
  await fill(page.getByLabel('Full name', { exact: true }), 'Juma Otieno')
  await fill(page.getByLabel(/Phone number/), '0712 345 678')
  await fill(page.getByLabel('Email', { exact: true }), 'asked-first@example.com')
  await fill(page.getByLabel('Password', { exact: true }), PASSWORD)
  await click(page.getByRole('button', { name: 'Sign Up' }))
  // The specification's way: the log-in comes next, with the address filled in.
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('asked-first@example.com')
  await expect(page.getByText('Log in, and we will send your request for omba.co.tz.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await click(page.getByRole('button', { name: 'Login' }))
  await expect(page.getByText('Request sent! Expect feedback within ~10 mins.')).toBeVisible()
  await expect(page.getByText('We have received your request for omba.co.tz.')).toBeVisible()
  await expect(page.getByText('You already requested this domain.')).toHaveCount(0)
  expect(count.clicks).toBe(5)
})

const requestsOf = async (page: Page) =>
  (await callAs<{ items: { requested_domain: string }[] }>(page, 'GET', '/api/domain-requests')).items.map(
    ({ requested_domain }) => requested_domain,
  )

test('a request that was pressed is not sent for somebody else, and not for a name that is gone', async ({
  shop,
}) => {
  const page = await shop.visit()
  const [asha, juma] = ['wish-asha@example.com', 'wish-juma@example.com']
  const maker = await shop.visit()
  for (const email of [asha, juma]) await newCustomer(maker, { name: 'Mteja', email })
  const ask = async (name: string) => {
    await page.goto(`/results?domain=${name}`)
    await page.getByRole('link', { name: `Request this: ${name}.co.tz` }).click()
    await expect(page.getByText(`Log in, and we will send your request for ${name}.co.tz.`)).toBeVisible()
  }
  // Somebody else who opens the log-in by itself finds nothing sent.
  await ask('siyo-yangu')
  await page.goto('/login')
  await expect(page.getByText(/we send your request/)).toHaveCount(0)
  await logIn(page, { email: juma, password: PASSWORD })
  await page.goto('/dashboard/domains')
  await expect(page.getByRole('heading', { name: 'My Domain Requests' })).toBeVisible()
  expect(await requestsOf(page)).toEqual([])
  // An address alone sends nothing.
  await page.goto('/dashboard/domains?name=kiungo.co.tz')
  await expect(page.getByRole('button', { name: 'Request this: kiungo.co.tz' })).toBeVisible()
  expect(await requestsOf(page)).toEqual([])

  // A name that was taken meanwhile is not requested, and the screen says so.
  const visitor = await shop.visit({ language: 'sw' })
  await visitor.goto('/results?domain=meanwhile')
  await visitor.getByRole('link', { name: /meanwhile\.co\.tz$/ }).click()
  await expect(visitor.getByText('Ingia, nasi tutatuma ombi lako la meanwhile.co.tz.')).toBeVisible()
  await visitor.route('**/api/check-domain', (route) =>
    route.fulfill({
      json: {
        data: { data: 'Available no', status: 'taken', source: 'rdap', checkedAt: '2026-01-01T00:00:00Z' },
      },
    }),
  )
  await visitor.locator('input[name=email]').fill(asha)
  await visitor.locator('input[name=password]').fill(PASSWORD)
  await visitor.locator('main form button[type=submit]').click()
  await expect(visitor.getByText(/^meanwhile\.co\.tz imeshachukuliwa/)).toBeVisible()
  await expectAccessible(visitor)
  expect(await requestsOf(visitor)).toEqual([])
})

test.describe('where a sign-up logs in and the program answers', () => {
  test.beforeAll(({ running }) =>
    setUp(running, { 'catalogue.email': 24, 'requests.answer': 'at-once' }, { renewal: 12, years: 3 }),
  )

  test('from the landing page to a request in 3 clicks and 5 fields, once', async ({ shop }) => {
    const page = await shop.visit({ phone: true })
    const { count, click, fill } = customer()
    await page.goto('/')
    await fill(page.getByLabel('Domain name'), 'haraka-sana.co.tz')
    const rows = page.getByRole('list', { name: 'Search results' }).getByRole('listitem')
    await expect(rows.first()).toContainText('haraka-sana.co.tz')
    await click(page.getByRole('link', { name: /: haraka-sana\.co\.tz$/ }).filter({ visible: true }))
    await click(page.getByRole('main').getByRole('link', { name: 'Sign Up' }))
    await fill(page.getByLabel('Full name', { exact: true }), 'Juma Otieno')
    await fill(page.getByLabel(/Phone number/), '0712 345 678')
    await fill(page.getByLabel('Email', { exact: true }), 'in-three@example.com')
    await fill(page.getByLabel('Password', { exact: true }), PASSWORD)
    await click(page.getByRole('button', { name: 'Sign Up' }))
    await expect(page.getByText('We have received your request for haraka-sana.co.tz.')).toBeVisible()
    await expectAccessible(page)
    expect(count).toEqual({ clicks: 3, fields: 5 })
    // Neither a reload, nor the way back and forth, nor another tab sends it again.
    await page.reload()
    await expect(page.getByLabel('Domain name')).toHaveValue('haraka-sana.co.tz')
    await page.goto('/dashboard')
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'haraka-sana.co.tz', exact: true })).toBeVisible()
    const other = await page.context().newPage()
    await other.goto('/dashboard/domains?name=haraka-sana.co.tz')
    await expect(other.getByText('You already requested this domain.')).toBeVisible()
    expect(await requestsOf(page)).toEqual(['haraka-sana.co.tz'])
  })

  test('a plan chosen on the price list arrives in hosting through a sign-up, and is ordered with an address', async ({
    shop,
  }) => {
    const page = await shop.visit()
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
})
