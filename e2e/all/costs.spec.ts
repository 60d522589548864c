import { accountAt } from '../../src/features/fulfilment/server/drivers/domains-reseller/stub/stub-books.ts'
import { startStub } from '../../src/features/fulfilment/server/drivers/domains-reseller/stub/stub.ts'
import { callAs } from '../paying.ts'
import { expectFitting } from '../following.ts'
import { expect, expectAccessible, newCustomer, signedIn, test } from '../shop.ts'

/** An owner sees what names cost, takes over proposed prices, and keeps the books of an account. */

// A server of its own: prices and rates are those of the whole shop.
test.use({ settings: { RATE_LIMIT_SCALE: '82', OUTBOUND_ALLOW: '127.0.0.1/32' } })

for (const [phone, dark] of [
  [false, false],
  [true, true],
] as const)
  test(`costs, proposed prices, a top-up and the margin: ${phone ? 'phone, dark' : 'desktop'}`, async ({
    shop,
  }) => {
    const stub = await startStub()
    const ending = phone ? 'net' : 'com'
    stub.books.prices.push({ ...stub.books.prices[0]!, tld: '.net' })
    const admin = await shop.visit({ phone, dark })
    await signedIn(admin, shop.admin)
    await callAs(admin, 'POST', '/api/admin/registrars', {
      ...accountAt(stub),
      name: `Registrar ${ending}`,
      endings: [ending],
    })
    await admin.goto('/admin/registrars')
    const costs = admin.getByRole('region', { name: 'Costs and prices' })
    await costs.getByRole('button', { name: `Read prices : Registrar ${ending}` }).click()
    const first = costs.getByRole('row').filter({ hasText: `.${ending} · First year` })
    await expect(first).toContainText('$13.75')
    await expect(first).toContainText('Below cost')
    await expect(costs.getByText(`Below cost: .${ending} · First year.`)).toBeVisible()
    await expectFitting(admin, '/admin/registrars')
    await expectAccessible(admin)

    await admin.goto('/admin/settings#endings')
    const row = admin
      .locator('[data-section=endings] li')
      .filter({ hasText: `.${ending}` })
      .first()
    await expect(row.getByText('Below cost')).toBeVisible()
    await row.locator('summary').click()
    await expect(row.getByText('At this price you lose $3.75.')).toBeVisible()
    await row.getByLabel('First year').fill('20')
    await expect(row.getByText('which leaves $6.25.')).toBeVisible()
    await expectAccessible(admin)

    admin.once('dialog', (dialog) => dialog.accept())
    await admin.goto('/admin/registrars')
    await costs.getByRole('button', { name: 'Propose prices' }).click()
    const form = costs.getByRole('form', { name: 'Propose prices' })
    await form.getByLabel('Round up to (USD)').fill('0.5')
    const proposed = form.getByRole('row').filter({ hasText: `.${ending} · First year` })
    await expect(proposed).toContainText('$18.00')
    await expect(proposed).toContainText('+$8.00')
    await expectFitting(admin, '/admin/registrars')
    await expectAccessible(admin)
    // Another admin saves first: nothing is lost, and both prices are shown.
    const { values } = await callAs<{ values: { 'catalogue.domains': { ending: string }[] } }>(
      admin,
      'GET',
      '/api/admin/settings',
    )
    await shop.sql(
      `insert into settings (key, value) values ('catalogue.domains', $1)
       on conflict (key) do update set value = excluded.value, version = settings.version + 1`,
      [
        JSON.stringify(
          values['catalogue.domains'].map((one) => (one.ending === ending ? { ...one, price: 16 } : one)),
        ),
      ],
    )
    await form.getByRole('button', { name: 'Save prices (1)' }).click()
    await expect(form.getByText('Someone else saved these settings')).toBeVisible()
    await expect(form.getByRole('cell', { name: '$16.00' })).toBeVisible()
    await form.getByRole('button', { name: 'Overwrite with my version' }).click()
    await expect(form).toBeHidden()
    await expect(first).toContainText('$18.00')
    await expect(costs.getByText('Below cost')).toHaveCount(0)

    const card = admin
      .getByRole('listitem')
      .filter({ hasText: `Registrar ${ending}` })
      .first()
    await card.getByRole('button', { name: 'Enter a top-up' }).click()
    const topUp = admin.getByRole('dialog', { name: 'Enter a top-up' })
    await expect(topUp.getByLabel('Amount credited (USD)')).toHaveValue('500')
    await expectAccessible(admin)
    await topUp.getByRole('button', { name: 'Save top-up' }).click()
    await expect(topUp).toBeHidden()
    await expect(card.getByText('In your books')).toBeVisible()
    await card.getByRole('button', { name: 'Enter a top-up' }).click()
    await topUp.getByLabel('Amount credited (USD)').fill('100')
    await topUp.getByLabel('Paid with').selectOption('M-Pesa')
    await topUp.getByLabel('What you paid').fill('260000')
    await topUp.getByLabel('Currency').fill('tzs')
    await topUp.getByLabel('Note').fill('Ref 77')
    await topUp.getByRole('button', { name: 'Save top-up' }).click()
    await expect(card.getByText('-$100.00')).toBeVisible()
    await card.getByRole('button', { name: 'Top-ups' }).click()
    const list = admin.getByRole('dialog', { name: 'Top-ups' })
    await expect(list.getByText('TSh 260,000')).toBeVisible()
    await expectAccessible(admin)
    await list.getByRole('button', { name: 'Undo' }).first().click()
    await admin.getByRole('button', { name: 'Undo' }).last().click()
    await expect(list.getByText('Undone')).toBeVisible()
    await admin.keyboard.press('Escape')
    await expect(card.getByText('-$100.00')).toBeHidden()

    const asha = await shop.visit({ phone, dark })
    await newCustomer(asha, { name: 'Asha Mwangi', email: `asha-${ending}@example.com` })
    const { id } = await callAs<{ id: string }>(asha, 'POST', '/api/domain-requests', {
      requested_domain: `faida-${ending}.${ending}`,
    })
    const request = `/api/admin/domain-requests/${id}`
    await callAs(admin, 'PATCH', request, { status: 'available', price: 20 })
    await callAs(admin, 'PATCH', request, { status: 'YOUR DOMAIN IS ACTIVE NOW' })
    await expect
      .poll(async () => {
        const { items } = await callAs<{ items: { label: string }[] }>(
          admin,
          'GET',
          '/api/admin/margins?by=name&from=2020-01-01&to=2029-12-31',
        )
        return items.map(({ label }) => label)
      })
      .toContain(`faida-${ending}.${ending}`)
    await admin.goto('/admin/reports')
    const margins = admin.getByRole('region', { name: 'Margin on names' })
    await expect(margins.getByRole('row').filter({ hasText: `.${ending}` })).toContainText('-$13.75')
    await margins.getByText('Customer', { exact: true }).first().click()
    await expect(margins.getByRole('link', { name: 'Asha Mwangi' }).first()).toBeVisible()
    await expectFitting(admin, '/admin/reports')
    await expectAccessible(admin)
    await stub.close()
  })
