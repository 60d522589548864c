import type { Page } from '@playwright/test'
import { callAs, deliver, newSecret } from '../paying.ts'
import { expect, expectAccessible, newCustomer, rendered, type Shop, signedIn, test } from '../shop.ts'

// A server of its own, because these tests change the shop's currency.
test.use({ settings: { RATE_LIMIT_SCALE: '61' } })

const DOLLARS = /USD|US\$|\$\s?\d|\(\$\)|\bdollars?\b|\bdola\b/i

/** An offer of a hosting plan, in the shop's currency of that moment. */
const offer = (shop: Shop, email: string, price: number, currency: string) =>
  shop.sql(
    `insert into requests (id, user_id, kind, subject, status, stage, price, currency, details)
     select gen_random_uuid(), id, 'hosting', 'Basic', 'approved', 'offered', $2, $3,
            '{"plan_name": "Basic", "billing_period": "monthly"}' from profiles where email = $1`,
    [email, price, currency],
  )

/** Offers a customer two domains, receives too much money for the first one, and a payment that nobody can place. */
async function receiveTooMuch(shop: Shop, admin: Page, customer: Page, language: string) {
  const references: string[] = []
  for (const name of ['lipwa', 'deni']) {
    const wanted = { requested_domain: `${name}-${language}.co.tz` }
    const { id } = await callAs<{ id: string }>(customer, 'POST', '/api/domain-requests', wanted)
    const offered = { status: 'available', price: 32_500 }
    const saved = await callAs<{ reference: string }>(
      admin,
      'PATCH',
      `/api/admin/domain-requests/${id}`,
      offered,
    )
    references.push(saved.reference)
  }
  await shop.sql(
    `insert into received_balances (account, currency, balance) values ('mpesa', 'TZS', 100000)
     on conflict (account, currency) do update set balance = excluded.balance`,
  )
  const secret = await newSecret(admin)
  const code = `QKC1${language.toUpperCase()}`
  const today = new Date().toISOString().slice(0, 10)
  const text = (number: string, rest: string) =>
    `${number} Confirmed. TZS 40,000.00 received from ASHA MWANGI 255711000603 ${rest}`
  const balance = (amount: string) => `on ${today}. New M-Pesa balance is TZS ${amount}.`
  await deliver(
    admin,
    secret,
    'M-PESA',
    text(`${code}0001`, `for account ${references[0]} ${balance('140,000.00')}`),
  )
  await deliver(admin, secret, 'M-PESA', text(`${code}0002`, balance('180,000.00')))
  await deliver(admin, secret, '+255711000603', text(`${code}0003`, balance('220,000.00')))
}

test('a wallet in shillings beside prices in dollars: what is copied is what is paid', async ({ shop }) => {
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/settings#payments')
  const form = admin.getByRole('form', { name: 'Ways to pay' })
  await form.getByText('M-Pesa').click()
  await form.getByLabel('Number or account to pay').first().fill('5551234')
  await form.getByLabel('Currency of this account').first().fill('tzs')
  await form.getByLabel('Exchange rate').first().fill('2,600.5.1')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Please enter a rate like 2600 or 0.86.')).toBeVisible()
  await form.getByLabel('Exchange rate').first().fill('2600')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Settings saved')).toBeVisible()

  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Asha Mwangi', email: 'asha.rate@example.com' })
  await offer(shop, 'asha.rate@example.com', 12.5, 'USD')
  await customer.goto('/dashboard/hosting')
  await expect(customer.getByText('Pay TSh 32,500 for $12.50, at 2,600')).toBeVisible()
  await expect(customer.getByRole('button', { name: 'Copy 32500' })).toBeVisible()
  await expectAccessible(customer)
  await shop.sql('delete from requests')
})

test('the owner changes the currency, and no dollar is left on any screen, in both languages', async ({
  shop,
}) => {
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/settings#currency')
  await admin.getByRole('button', { name: 'Change the currency' }).click()
  const form = admin.getByRole('form', { name: 'Change the currency' })
  await form.getByLabel('New currency').selectOption('TZS')
  await form.getByLabel('1 USD in TZS').fill('2600')
  await form.getByLabel('Round prices to').fill('500')
  await expect(form.getByRole('row', { name: '.com · First year $10.00 TSh 26,000' })).toBeVisible()
  await expect(form.getByRole('row', { name: 'Basic · Yearly $59.99 TSh 156,000' })).toBeVisible()
  await expectAccessible(admin)
  await form.getByRole('button', { name: 'Change the currency and all prices' }).click()
  await expect(admin.getByText('Settings saved')).toBeVisible()
  await expect.poll(async () => (await admin.request.get('/pricing')).text(), rendered).toContain('TSh')

  for (const language of ['en', 'sw'] as const) {
    const email = `crawl.${language}@example.com`
    const customer = await shop.visit({ language, phone: language === 'sw' })
    for (const path of ['/', '/pricing', '/support', '/results?domain=duka', '/cart', '/login']) {
      await customer.goto(path)
      await expectNoDollar(customer, path)
    }
    await newCustomer(customer, { name: 'Asha Mwangi', email })
    await offer(shop, email, 15_500, 'TZS')
    await receiveTooMuch(shop, admin, customer, language)
    const code = `QKC1${language.toUpperCase()}`
    const id = await customer.evaluate(() => JSON.parse(localStorage.getItem('kikoa-session')!).user.id)
    await expectNoDollar(customer, '/dashboard')
    for (const path of ['/domains', '/emails', '/hosting', '/website-design', '/orders', '/profile'])
      await follow(customer, `/dashboard${path}`)
    await follow(customer, '/dashboard/payments', 'TSh 7,500')

    await admin.context().addCookies([{ name: 'kikoa_language', value: language, url: shop.address }])
    await admin.goto('/admin')
    await expectNoDollar(admin, '/admin')
    for (const path of ['/domains', '/emails', '/hosting', '/orders', '/profiles', '/settings', '/mail'])
      await follow(admin, `/admin${path}`)
    await follow(admin, '/admin/payments', `${code}0001`)
    await follow(admin, '/admin/payments/import', `${code}0003`)
    await follow(admin, '/admin/payments/exports')
    await follow(admin, `/admin/profiles/${id}`)
    await follow(admin, '/admin/profiles')
    await follow(admin, `/admin/profiles/${id}/money`, 'TSh 7,500')
  }
})

/** Opens another screen of the area as a link does, without a page load. No dollar is on it. */
async function follow(page: Page, path: string, shown?: string) {
  const heading = page.getByRole('heading', { level: 1 })
  const left = await heading.innerText()
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(heading).not.toHaveText(left)
  await expectNoDollar(page, path, shown)
}

/**
 * No dollar in the text of the present screen, or in what its fields show and say.
 * @param shown what the screen shows when its data is there
 */
async function expectNoDollar(page: Page, path: string, shown?: string) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  if (shown) await expect(page.getByText(shown).first()).toBeVisible()
  const texts = [await textOf(page)]
  // Open what is folded, such as the decision on a request. One that is opened may close or remove another.
  for (const folded of await page.locator('main [aria-expanded=false]:visible').elementHandles()) {
    const isFolded = () =>
      folded.evaluate((one) => one.isConnected && (one as Element).ariaExpanded === 'false')
    if (!(await isFolded())) continue
    await folded.click()
    await expect.poll(isFolded).toBe(false)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    texts.push(await textOf(page))
  }
  const text = texts.join('\n')
  const match = DOLLARS.exec(text)
  expect([path, match && text.slice(Math.max(0, match.index - 60), match.index + 40)]).toEqual([path, null])
}

/** All text of the present screen, with what its fields show and say. */
const textOf = (page: Page) =>
  page.evaluate(() => {
    const fields = [
      ...document.querySelectorAll<HTMLInputElement>('[placeholder], [aria-label], [title], input'),
    ]
    const said = fields.flatMap((one) => [one.placeholder, one.ariaLabel, one.title, one.value])
    return [document.title, document.body.innerText, document.body.textContent, ...said].join('\n')
  })
