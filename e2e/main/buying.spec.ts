import { customer, setUp } from '../buying.ts'
import { expect, test } from '../shop.ts'

/** The shortest way to buy, with the clicks and fields that it takes. */

// A server of its own, because the shop's settings are changed.
test.use({ settings: { RATE_LIMIT_SCALE: '60' } })

test.beforeAll(({ running }) => setUp(running))

for (const [name, phone] of [
  ['on a desktop', false],
  ['on a phone', true],
] as const)
  test(`from the landing page to a paid-for name in 8 clicks and 7 fields, ${name}`, async ({ shop }) => {
    const page = await shop.visit({ phone })
    const turn = phone ? 'phone' : 'desktop'
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
