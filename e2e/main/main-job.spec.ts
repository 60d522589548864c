import type { Page } from '@playwright/test'
import { expect, expectAccessible, newCustomer, type Shop, signedIn, test } from '../shop.ts'

/**
 * The main job with a customer and an admin in two browsers: requested, offered, paid, active, expired, renewed. No
 * page is reloaded. The customer's screen shows every status with its exact text.
 */

interface Product {
  name: string
  /** The subject of the request, as the customer's and the admin's screens show it. */
  subject: string
  /** As its customer reads it. */
  title?: string
  customerScreen: string
  adminScreen: string
  /** Submits a request for the subject on the customer's screen. */
  call(page: Page): Promise<void>
  sent: string
  /** What the request says about what was chosen. */
  chosen?: string
  pending: string
  offered: string
  offerStatus: string
  price: string
  confirm: string
  /** The error message for a payment with empty fields. */
  missing: string
  paid: string
  activeStatus: string
  active: RegExp
  saved: string
  /** The product's other statuses, which do not lead to activation, each with its text. */
  others: [status: string, sentence: string][]
  renew: string
  renewed: string
  /** The text of the admin's task beside the name. */
  task: string
}

const products: Product[] = [
  {
    name: 'a domain',
    subject: 'mamaduka.com',
    customerScreen: 'Domains',
    adminScreen: 'Manage Domains',
    async call(page) {
      await page.getByLabel('Domain name').fill('www.MamaDuka.com')
      await page.getByRole('button', { name: 'Check', exact: true }).click()
      await page.getByRole('button', { name: 'Request this: mamaduka.com' }).click()
    },
    sent: 'Request sent! Expect feedback within ~10 mins.',
    pending: 'Please wait up to 10 minutes to receive feedback...',
    offered: 'Available',
    offerStatus: 'available',
    price: '$12.50',
    confirm: 'After Payments Click Here to Confirm your Domain',
    missing: 'Please fill in all fields.',
    paid: 'Please wait for domain propagation...',
    activeStatus: 'YOUR DOMAIN IS ACTIVE NOW',
    active: /Congratulations!/,
    saved: 'Request updated',
    others: [
      ['suggested', 'mamaduka.africa'],
      ['rejected', 'Sorry, the domain is not available.'],
    ],
    renew: 'Renew Domain',
    renewed: 'Domain renewed successfully!',
    task: 'Domain renewal',
  },
  {
    name: 'an e-mail address',
    subject: 'info@mamaduka.com',
    customerScreen: 'Professional Emails',
    adminScreen: 'Email Requests',
    async call(page) {
      await page.getByLabel('Domain or full email').fill('mamaduka.com')
      await page.getByRole('button', { name: 'Check', exact: true }).click()
      await expect(page.getByText('If you don’t own the domain yet, please purchase it first.')).toBeVisible()
      await expect(page.getByRole('button', { name: /^Request this: / })).toHaveCount(23)
      await page.getByRole('button', { name: 'Request this: info@mamaduka.com' }).click()
    },
    sent: 'Email request sent!',
    pending: 'Please wait up to 10 minutes...',
    offered: 'Available',
    offerStatus: 'available',
    price: '$12.50',
    confirm: 'After Payment, Click to Confirm',
    missing: 'Please fill in all fields.',
    paid: 'Activating your email, please wait...',
    activeStatus: 'YOUR EMAIL IS ACTIVE NOW',
    active: /Congratulations!/,
    saved: 'Request updated',
    others: [
      ['suggested', 'sales@mamaduka.com'],
      ['rejected', 'Sorry, this email is not available.'],
    ],
    renew: 'Renew Email',
    renewed: 'Email renewed successfully!',
    task: 'Email renewal',
  },
  {
    name: 'a hosting plan',
    subject: 'Business',
    title: 'Business hosting · no website yet',
    customerScreen: 'Hosting',
    adminScreen: 'Hosting Request',
    async call(page) {
      await page.getByRole('radio', { name: /Yearly/ }).check({ force: true })
      await expect(page.getByText('$129.99').first()).toBeVisible()
      await page.getByRole('button', { name: 'Request Business' }).click()
    },
    sent: 'Hosting request for Business plan sent!',
    chosen: 'Billed yearly',
    pending: 'Please wait up to 10 minutes for feedback...',
    offered: 'Approved',
    offerStatus: 'approved',
    price: '$12.50',
    confirm: 'Confirm Payment',
    missing: 'Please fill in all payment fields.',
    paid: 'Please wait for provisioning...',
    activeStatus: 'active',
    active: /Hosting Active/,
    saved: 'Hosting request updated',
    others: [['rejected', 'Sorry, your hosting request was rejected.']],
    renew: 'Renew Hosting',
    renewed: 'Hosting renewed successfully!',
    task: 'Hosting renewal',
  },
]

for (const [turn, product] of products.entries())
  test(`${product.name}: from the request to the record and its renewal, live on both sides`, async ({
    shop,
  }) => {
    const [customer, admin] = await twoBrowsers(shop, `asha${turn}@example.com`)
    await go(customer, product.customerScreen)
    await go(admin, product.adminScreen)
    // A reload would remove this marker.
    for (const page of [customer, admin])
      await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', 'yes'))

    await product.call(customer)
    await expect(customer.getByText(product.sent).first()).toBeVisible()
    const card = customer
      .getByRole('region', { name: /^My .* Requests$/ })
      .getByRole('listitem')
      .filter({ has: customer.getByRole('heading', { name: product.title ?? product.subject, exact: true }) })
    await expect(card).toContainText(product.pending)
    if (product.chosen) await expect(card).toContainText(product.chosen)
    await expect(card).toContainText('Pending')

    // The admin's open list shows the request without a reload, and its panel the customer.
    const review = admin.getByRole('button', { name: `Review ${product.subject}` }).first()
    await expect(review).toBeVisible()
    await review.click()
    await expect(admin.getByText(`asha${turn}@example.com`).first()).toBeVisible()
    await admin.keyboard.press('Escape')
    await expect(admin.getByRole('form', { name: `Review ${product.subject}` })).toHaveCount(0)
    for (const [status, sentence] of product.others) {
      await save(admin, product, status, async () => {
        if (status === 'suggested') await admin.getByLabel('Suggestions').fill(`${sentence}\n`)
      })
      await expect(card).toContainText(sentence)
    }
    await save(admin, product, product.offerStatus, async () => {
      await admin.getByLabel('Price in dollars').fill('12.50')
      await admin.getByLabel('Feedback to the customer').fill('Karibu! It is free.')
    })
    await expect(card).toContainText(product.price)
    await expect(card).toContainText('Karibu! It is free.')
    await expect(card).toContainText(product.offered)

    await card.getByRole('button', { name: product.confirm }).click()
    await customer.getByRole('button', { name: 'Submit payment' }).click()
    await expect(customer.getByText(product.missing, { exact: true })).toBeVisible()
    await expect(customer.getByPlaceholder('M-Pesa, TigoPesa or Bank')).toBeVisible()
    await customer.getByLabel('Payer name').fill('Asha Mwangi')
    await customer.getByLabel('Receipt number').fill(`QK7-${turn}`)
    await customer.getByLabel('Payment method').fill('M-Pesa')
    await customer.getByRole('button', { name: 'Submit payment' }).click()
    await expect(customer.getByText('Payment info submitted!').first()).toBeVisible()
    await expect(card).toContainText(product.paid)

    await expect(admin.getByText(`QK7-${turn}`).first()).toBeVisible()
    await save(admin, product, product.activeStatus)
    await expect(card).toContainText(product.active)
    const service = customer.getByRole('row').filter({ hasText: product.subject })
    await expect(service).toContainText('Active')
    await expectAccessible(customer)
    await expectAccessible(admin)

    await shop.sql(`update services set expires_at = now() - interval '1 day' where name = $1`, [
      product.subject,
    ])
    const renew = customer.getByRole('button', { name: new RegExp(product.renew) })
    // A screen that opens shows again what was loaded within the last second, and then the service is not expired yet.
    await expect(async () => {
      await go(customer, 'Dashboard Home')
      await go(customer, product.customerScreen)
      await expect(renew).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await renew.click()
    await expect(customer.getByText(product.renewed).first()).toBeVisible()
    await expect(service).toContainText('Active')

    await go(admin, 'Admin Dashboard')
    await expect(admin.getByRole('button', { name: `Mark as done: ${product.subject}` })).toBeVisible()
    const task = admin.getByRole('row').filter({ hasText: product.subject })
    await expect(task).toContainText('Mama Duka')
    await expect(task).toContainText(product.task)
    await admin.getByRole('button', { name: `Mark as done: ${product.subject}` }).click()
    const question = admin.getByRole('alertdialog', { name: `Have you renewed ${product.subject}?` })
    await expect(question).toContainText('Mama Duka')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(task).toBeVisible()
    await admin.getByRole('button', { name: `Mark as done: ${product.subject}` }).click()
    await question.getByRole('button', { name: 'Mark as done' }).click()
    await expect(task).toHaveCount(0)
    for (const page of [customer, admin])
      expect(await page.evaluate(() => document.documentElement.getAttribute('data-not-reloaded'))).toBe(
        'yes',
      )
  })

async function twoBrowsers(shop: Shop, email: string) {
  const customer = await shop.visit()
  await newCustomer(customer, { name: 'Asha Mwangi', email, business: 'Mama Duka' })
  await expect(customer.getByText('Mama Duka').first()).toBeVisible()
  await expect(customer.getByText('You have no recent activity.')).toBeVisible()
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  return [customer, admin] as const
}

const go = async (page: Page, entry: string) => {
  await page.getByRole('navigation').getByRole('link', { name: entry, exact: true }).click()
}

/** Opens the request in the admin's panel and saves it with a status, which closes it. */
async function save(admin: Page, product: Product, status: string, fill = async () => {}) {
  await admin
    .getByRole('button', { name: `Review ${product.subject}` })
    .first()
    .click()
  const form = admin.getByRole('form', { name: `Review ${product.subject}` })
  await form.getByLabel('Status', { exact: true }).selectOption(status)
  await fill()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(admin.getByText(product.saved).first()).toBeVisible()
  await expect(form).toHaveCount(0)
}
