import { expectFitting } from '../following.ts'
import { callAs } from '../paying.ts'
import { rows } from '../reviewing.ts'
import { expect, expectAccessible, newCustomer, signedIn, test } from '../shop.ts'

/** A customer renews several services with one order, and an admin those that are selected. */

test.use({ settings: { RATE_LIMIT_SCALE: '82' } })

for (const [phone, dark] of [
  [false, false],
  [true, true],
] as const)
  test(`a customer renews several services with one payment: ${phone ? 'phone, dark' : 'desktop'}`, async ({
    shop,
  }) => {
    const admin = await shop.visit({ phone, dark })
    await signedIn(admin, shop.admin)
    await callAs(admin, 'PATCH', '/api/admin/settings', {
      values: {
        'catalogue.domains': ['com', 'org'].map((ending, n) => ({
          ending,
          price: 12,
          renewal: n ? null : 15,
          years: 3,
          needs: '',
          searched: true,
          shown: true,
        })),
      },
    })
    const asha = await shop.visit({ phone, dark })
    const email = `renews-${phone ? 'phone' : 'desktop'}@example.com`
    await newCustomer(asha, { name: 'Asha Mwangi', email })
    const names = ['kahawa.com', 'chai.com', 'maziwa.org'].map((name) => (phone ? `p-${name}` : name))
    for (const name of names) {
      const { id } = await callAs<{ id: string }>(asha, 'POST', '/api/domain-requests', {
        requested_domain: name,
      })
      await callAs(admin, 'PATCH', `/api/admin/domain-requests/${id}`, { status: 'available', price: 12 })
      await callAs(admin, 'PATCH', `/api/admin/domain-requests/${id}`, {
        status: 'YOUR DOMAIN IS ACTIVE NOW',
      })
    }
    const { items } = await callAs<{ items: { id: string; name: string; version: number }[] }>(
      admin,
      'GET',
      `/api/admin/services?q=${email}`,
    )
    const soon = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
    for (const { id, version } of items)
      await callAs(admin, 'PATCH', `/api/admin/services/${id}`, { version, expires_on: soon })

    await asha.goto('/dashboard/domains')
    await asha.getByRole('link', { name: 'Renew several at once' }).click()
    await expect(asha.getByRole('heading', { name: 'Renewals', level: 1 })).toBeVisible()
    const lines = asha.getByRole('list', { name: 'Renewals' })
    const line = (name: string) => lines.getByRole('listitem').filter({ hasText: name })
    await expect(line(names[0]!).getByText('$15.00')).toBeVisible()
    await expect(line(names[2]!).getByText('Price on request')).toBeVisible()
    await expect(line(names[2]!).getByRole('checkbox')).toBeDisabled()
    await line(names[0]!).getByRole('combobox').selectOption('2')
    await expect(asha.getByText('$45.00')).toBeVisible()
    await expectFitting(asha, '/dashboard/renew')
    await expectAccessible(asha)
    await line(names[1]!).getByRole('checkbox').uncheck()
    await asha.getByRole('button', { name: 'Order and pay (1)' }).isEnabled()
    await lines.getByRole('checkbox', { name: 'All of them' }).check()
    await asha.getByRole('button', { name: 'Order and pay (2)' }).click()

    await expect(asha).toHaveURL(/\/dashboard\/orders\//)
    await expect(asha.getByText('· Renewal')).toHaveCount(2)
    await expectFitting(asha, asha.url())
    await expectAccessible(asha)
    await asha.goto('/dashboard/renew')
    await expect(line(names[0]!).getByText('Already paid or ordered')).toBeVisible()

    const [order] = (
      await callAs<{ items: { id: string; number: number; lines: { item: string }[] }[] }>(
        admin,
        'GET',
        `/api/admin/orders?q=${email}`,
      )
    ).items
    await admin.goto(`/admin/orders?id=${order!.id}`)
    await rows(admin).click()
    await expect(admin.getByText('Renewal · $30.00').first()).toBeVisible()
    await expectAccessible(admin)
    await callAs(admin, 'PATCH', `/api/admin/orders/${order!.id}`, {
      status: 'completed',
      lines: order!.lines.map(({ item }) => ({ item, state: 'registered' })),
    })
    await asha.goto(`/dashboard/orders/${order!.id}`)
    await expect(asha.getByText('Renewed', { exact: true })).toHaveCount(2)

    // What is left is renewed by the admin, who reads before what it brings.
    await admin.goto(`/admin/services?q=${names[2]}`)
    if (!phone) {
      await admin.getByRole('row').filter({ hasText: names[2]! }).getByRole('checkbox').check()
      await admin.getByRole('button', { name: 'Renew', exact: true }).click()
      const asked = admin.getByRole('alertdialog').or(admin.getByRole('dialog'))
      await expect(asked.getByText('Domains you have to renew at the registrar yourself: 1')).toBeVisible()
      await expectAccessible(admin)
      await asked.getByRole('button', { name: 'Renew', exact: true }).click()
      await expect(asked).toBeHidden()
      const { items: renewed } = await callAs<{ items: { expires_at: string }[] }>(
        admin,
        'GET',
        `/api/admin/services?q=${names[2]}`,
      )
      expect(renewed[0]!.expires_at.slice(0, 4)).toBe(String(Number(soon.slice(0, 4)) + 1))
    }
  })
