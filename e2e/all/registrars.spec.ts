import { startStub } from '../../src/features/fulfilment/server/drivers/domains-reseller/stub/stub.ts'
import { startStub as startOpenprovider } from '../../src/features/fulfilment/server/drivers/openprovider/stub/stub.ts'
import { stubName } from '../../src/features/fulfilment/server/drivers/domains-reseller/stub/stub-books.ts'
import { callAs } from '../paying.ts'
import { expectFitting } from '../following.ts'
import { expect, expectAccessible, newCustomer, PASSWORD, signedIn, test } from '../shop.ts'

/** A registrar is connected by its form, and registers a name while its customer looks on. */

// A server of its own: the lists are empty at first.
test.use({ settings: { RATE_LIMIT_SCALE: '81', OUTBOUND_ALLOW: '127.0.0.1/32' } })

for (const [phone, dark] of [
  [false, false],
  [true, true],
] as const)
  test(`an owner connects a registrar, and a paid name becomes active by itself: ${phone ? 'phone, dark' : 'desktop'}`, async ({
    shop,
  }) => {
    const stub = await startStub()
    stub.settings.hold = 'until-run'
    const ending = phone ? 'net' : 'com'
    const name = `soko-${ending}.${ending}`
    stub.books.prices.push({ ...stub.books.prices[0]!, tld: '.net' })
    const admin = await shop.visit({ phone, dark })
    await signedIn(admin, shop.admin)
    await admin.goto('/admin/registrars')
    await admin.getByRole('button', { name: 'Add a registrar' }).first().click()
    const form = admin.getByRole('dialog', { name: 'Add a registrar' })
    // Two columns where there is room for them.
    const [driver, ownName] = [form.getByRole('combobox'), form.getByLabel('Name', { exact: true })]
    const [top, nameTop] = await Promise.all(
      [driver, ownName].map(async (one) => (await one.boundingBox())!.y),
    )
    expect(top === nameTop).toBe(!phone)
    await form.getByLabel('Name', { exact: true }).fill(`Registrar ${ending}`)
    await form.getByLabel('API address').fill(stub.url)
    await form.getByLabel('Email at the registrar').fill(stub.username)
    await form.getByLabel('API key').fill('wrong')
    await form.getByLabel('Endings').fill(`.${ending}`)
    await form.getByLabel('Nameservers').fill('ns1.example.com, ns2.example.com')
    await form.getByLabel('Address', { exact: true }).fill('Kariakoo')
    await form.getByLabel('City').fill('Dar es Salaam')
    await form.getByLabel('Region').fill('Dar es Salaam')
    await form.getByLabel('Postcode').fill('11101')
    await expectAccessible(admin)
    await form.getByRole('button', { name: 'Test and save' }).click()
    await expect(form.getByText('The registrar did not accept this')).toBeVisible()
    await form.getByLabel('API key').fill(stub.key)
    await form.getByRole('button', { name: 'Test and save' }).click()
    await expect(form).toBeHidden()
    const connected = admin.getByRole('listitem').filter({ hasText: `Registrar ${ending}` })
    await expect(connected.getByText('Connected')).toBeVisible()
    await expect(connected.getByText('$500.00')).toBeVisible()
    await expectFitting(admin, '/admin/registrars')
    await expectAccessible(admin)

    const asha = await shop.visit({ phone, dark })
    await newCustomer(asha, { name: 'Asha Mwangi', email: `asha-${ending}@example.com` })
    const { id } = await callAs<{ id: string }>(asha, 'POST', '/api/domain-requests', {
      requested_domain: name,
    })
    await callAs(admin, 'PATCH', `/api/admin/domain-requests/${id}`, { status: 'available', price: 20 })
    await asha.goto('/dashboard/domains')
    await callAs(admin, 'PATCH', `/api/admin/domain-requests/${id}`, {
      status: 'YOUR DOMAIN IS ACTIVE NOW',
    })
    await expect(asha.getByText('Being registered', { exact: true })).toBeVisible()
    await expect(asha.getByText(`${name} is being registered.`)).toBeVisible()
    await expectFitting(asha, '/dashboard/domains')

    await admin.goto('/admin/fulfilment')
    const row = admin.getByRole('row').filter({ hasText: name })
    await expect(row.getByText('Ordered')).toBeVisible()
    await row.getByRole('button', { name: `Details of ${name}` }).click()
    await expect(admin.getByText('The registrar has accepted the order.')).toBeVisible()
    await expectAccessible(admin)
    stub.runOrders()
    await admin.getByRole('button', { name: 'Look again' }).click()
    await expect(asha.getByText('Being registered', { exact: true })).toBeHidden()
    await expect(row.getByText('Done')).toBeVisible()
    expect(stub.journal.filter(({ endpoint, did }) => endpoint === 'register' && did)).toHaveLength(1)
    await expectFitting(admin, '/admin/fulfilment')

    // The name's own page: what the registry knows of it, and what its holder changes there.
    await asha.goto(`/dashboard/domains/${name}`)
    const card = asha.getByRole('heading', { name: 'At the registry' }).locator('..')
    await expect(card.getByText('ns1.example.com')).toBeVisible()
    await card.getByRole('button', { name: 'Change nameservers' }).click()
    const hosts = asha.getByRole('dialog', { name: 'Change nameservers' })
    await hosts.getByLabel('Nameserver 1').fill('ns1.elsewhere.example')
    await hosts.getByLabel('Nameserver 2').fill('')
    await hosts.getByRole('button', { name: 'Save' }).click()
    await expect(hosts.getByText('Enter at least two.')).toBeVisible()
    await hosts.getByLabel('Nameserver 2').fill('ns2.elsewhere.example')
    // What the nameservers say, which the server would ask on the internet.
    await asha.route('**/nameservers/check', (route) =>
      route.fulfill({
        json: {
          items: [
            { host: 'ns1.elsewhere.example', state: 'other' },
            { host: 'ns2.elsewhere.example', state: 'silent' },
          ],
        },
      }),
    )
    await hosts.getByRole('button', { name: 'Save' }).click()
    await expect(hosts.getByText('Your website and email would stop working:')).toBeVisible()
    await expect(hosts.getByText(`ns1.elsewhere.example answers, but does not know ${name}.`)).toBeVisible()
    await expect(hosts.getByText('ns2.elsewhere.example does not answer.')).toBeVisible()
    await expectAccessible(asha)
    // Other nameservers are asked anew.
    await hosts.getByLabel('Nameserver 2').fill('ns3.elsewhere.example')
    await expect(hosts.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
    await hosts.getByLabel('Nameserver 2').fill('ns2.elsewhere.example')
    await hosts.getByRole('button', { name: 'Save anyway' }).click()
    await expect(hosts).toBeHidden()
    await expect(card.getByText('ns2.elsewhere.example')).toBeVisible()
    await expect(card.getByText('being changed')).toBeHidden()
    const lock = card.getByRole('button', { name: /^(Lock|Unlock)$/ })
    const other = (await lock.innerText()) === 'Lock' ? 'Unlock' : 'Lock'
    await lock.click()
    await expect(card.getByRole('button', { name: other, exact: true })).toBeEnabled()
    stub.books.names.get(name)!.isLocked = false
    await card.getByRole('button', { name: 'Show the code' }).click()
    const code = asha.getByRole('dialog', { name: 'Transfer code' })
    await code.getByLabel('Your Kikoa account password').fill(PASSWORD)
    await code.getByRole('button', { name: 'Show the code' }).click()
    await expect(code.getByText(stub.books.names.get(name)!.code)).toBeVisible()
    await expectAccessible(asha)
    await asha.keyboard.press('Escape')
    const itself = asha.getByLabel('Auto-renew')
    // Not even for a moment is it shown as it was before the press.
    const pressed = itself.evaluate((box: HTMLInputElement) => {
      box.click()
      return box.checked
    })
    expect(await pressed).toBe(true)
    await expect(asha.getByText('Auto-renew is on')).toBeVisible()
    await expectFitting(asha, `/dashboard/domains/${name}`)
    await expect(itself).toBeChecked()

    // A name that the shop did not know becomes its customer's.
    const moved = `kutoka-nje.${ending}`
    stub.books.names.set(moved, stubName(moved))
    await admin.goto('/admin/registrars')
    await admin
      .getByRole('link', { name: 'Names at the registrar' })
      .filter({ hasText: `Registrar ${ending}` })
      .click()
    await expect(admin.getByRole('heading', { name: `Names at Registrar ${ending}` })).toBeVisible()
    await admin.getByRole('button', { name: 'Paste names' }).click()
    const typed = admin.getByRole('dialog', { name: 'Paste names' })
    await typed.getByLabel('Names').fill(`${moved}, ${moved}\n`)
    await expectAccessible(admin)
    await typed.getByRole('button', { name: 'Compare now' }).click()
    const unknown = admin.getByRole('row').filter({ hasText: moved })
    await expect(unknown.getByText('Not in the shop')).toBeVisible()
    await unknown.getByRole('button', { name: `Details of ${moved}` }).click()
    await admin.getByLabel('Email of the customer').fill('nobody@example.com')
    await admin.getByRole('button', { name: 'Give to customer' }).click()
    await expect(admin.getByText('No customer has this email address.')).toBeVisible()
    await admin.getByLabel('Email of the customer').fill(`asha-${ending}@example.com`)
    await expectAccessible(admin)
    await admin.getByRole('button', { name: 'Give to customer' }).click()
    await expect(admin.getByText(`${moved} now belongs to the customer`)).toBeVisible()
    await expectFitting(admin, new URL(admin.url()).pathname)
    await asha.goto('/dashboard/domains')
    await expect(asha.getByText(moved)).toBeVisible()
    await stub.close()
  })

test('Openprovider is connected with a user name and a password, at the address that all its customers use', async ({
  shop,
}) => {
  const stub = await startOpenprovider()
  const admin = await shop.visit({ phone: false, dark: false })
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/registrars')
  await admin.getByRole('button', { name: 'Add a registrar' }).first().click()
  const form = admin.getByRole('dialog', { name: 'Add a registrar' })
  const address = form.getByLabel('API address')
  const choose = (label: string) => form.getByLabel('Connection').selectOption({ label })
  await expect(address).toHaveValue('')
  await choose('Openprovider')
  await expect(address).toHaveValue('https://api.openprovider.eu/v1beta')
  await choose('reseller.co.tz')
  await expect(address).toHaveValue('')
  await address.fill(stub.url)
  await choose('Openprovider')
  await expect(address).toHaveValue(stub.url)
  await form.getByLabel('Name', { exact: true }).fill('Openprovider Europe')
  await form.getByRole('button', { name: 'Test and save' }).click()
  await expect(form.getByText('Enter the username you log in with at the registrar.')).toBeVisible()
  await expect(form.getByText('Enter the password.')).toBeVisible()
  await form.getByLabel('Username at the registrar').fill(stub.username)
  await form.getByLabel('Password at the registrar').fill(stub.key)
  await form.getByLabel('Endings').fill('co.tz')
  await form.getByLabel('Nameservers').fill('ns1.example.com, ns2.example.com')
  await form.getByLabel('Address', { exact: true }).fill('Kariakoo')
  await form.getByLabel('City').fill('Dar es Salaam')
  await form.getByLabel('Region').fill('Dar es Salaam')
  await form.getByLabel('Postcode').fill('11101')
  await expectAccessible(admin)
  await form.getByRole('button', { name: 'Test and save' }).click()
  await expect(form).toBeHidden()
  const connected = admin.getByRole('listitem').filter({ hasText: 'Openprovider Europe' })
  await expect(connected.getByText('Connected')).toBeVisible()
  await expect(connected.getByText('$500.00')).toBeVisible()
  await stub.close()
})
