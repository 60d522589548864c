import type { Page } from '@playwright/test'
import { opened } from '../reviewing.ts'
import { expect, expectAccessible, signedIn, test } from '../shop.ts'

/** A visitor's search: what is refused, other scripts, without scripts, and what admins and search engines see. */

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('the search form refuses an invalid name', async ({ shop }) => {
  const page = await shop.visit({ phone: true })
  // Before the script runs, the form opens the results, which show the same message.
  await page.goto('/search', { waitUntil: 'networkidle' })
  for (const wrong of ['', '-mama', '***', '.com']) {
    await page.getByLabel('Domain name').fill(wrong)
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByText('Please enter a valid domain name')).toBeVisible()
  }
  await page.getByLabel('Domain name').fill('Mama_Duka')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/results\?domain=mama$/)
  await expect(row(page, 'mama.com')).toBeVisible()
})

for (const language of ['en', 'sw'] as const)
  test(`what was typed is the first row, on the landing page and in the results: ${language}`, async ({
    shop,
  }) => {
    const page = await shop.visit({ phone: language === 'sw', language })
    const list = page.getByRole('list', {
      name: language === 'en' ? 'Search results' : 'Matokeo ya utafutaji',
    })
    const field = page.getByRole('main').getByRole('textbox').first()
    for (const [typed, first, second] of [
      ['mawimbi-yangu.co.tz', 'mawimbi-yangu.co.tz', 'mawimbi-yangu.com'],
      ['Mama Lishe', 'mamalishe.com', 'mama-lishe.com'],
      ['rangi.net', 'rangi.net', 'rangi.com'],
    ] as const) {
      await page.goto('/')
      await field.fill(typed)
      await expect(list.getByRole('listitem').nth(0)).toContainText(first)
      await expect(list.getByRole('listitem').nth(1)).toContainText(second)
      await page.getByRole('search').getByRole('button').click()
      await expect(page).toHaveURL(/\/results\?/)
      await expect(list.getByRole('listitem').nth(0)).toContainText(first)
      await expect(list.getByRole('listitem').nth(1)).toContainText(second)
      // The form of the results and of the search page keeps the whole text too, in an address with the label alone.
      await page.goto('/search', { waitUntil: 'networkidle' })
      await field.fill(typed)
      await page.getByRole('search').getByRole('button').click()
      await expect(page).toHaveURL(/\/results\?domain=[a-z-]+$/)
      await expect(field).toHaveValue(typed)
      await expect(list.getByRole('listitem').nth(0)).toContainText(first)
      await page.reload()
      await expect(list.getByRole('listitem').nth(0)).toContainText(first)
    }
    await expectAccessible(page)
    // Of several words each spelling leads on.
    await field.fill('mama lishe')
    await page.getByRole('search').getByRole('button').click()
    await page
      .getByRole('link', { name: /mamalishe/ })
      .last()
      .click()
    await expect(page).toHaveURL(/\/results\?domain=mamalishe$/)
    await expect(list.getByRole('listitem').nth(1)).toContainText('mamalishe.net')
  })

test('an edited URL with an invalid name shows an error', async ({ shop }) => {
  const page = await shop.visit({ phone: true })
  for (const [address, sentence] of [
    ['/results', 'No domain name provided. Please go back and search again.'],
    ['/results?domain=', 'No domain name provided. Please go back and search again.'],
    ['/results?domain=-x-', 'Please enter a valid domain name'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByText(sentence)).toBeVisible()
    await expectAccessible(page)
  }
})

test('a name in another script is shown readable and as its A-label', async ({ shop }) => {
  const page = await shop.visit()
  await page.goto(`/results?domain=${encodeURIComponent('Bücher')}`)
  await expect(row(page, 'bücher.com').getByText('xn--bcher-kva.com')).toBeVisible()
  await expect(row(page, 'bücher.com').getByText('Available', { exact: true })).toBeVisible()
})

test('a name of mixed alphabets is not sold, and the screen says why in both languages', async ({ shop }) => {
  const page = await shop.visit()
  // The second "a" is Cyrillic.
  await page.goto(`/results?domain=${encodeURIComponent('payp\u0430l')}`)
  const sentences = {
    en: 'This name mixes letters from different alphabets, as fake addresses do.',
    sw: 'Jina hili linachanganya herufi za alfabeti tofauti, kama anwani za udanganyifu zinavyofanya.',
  }
  await expect(page.getByText(sentences.en)).toHaveCount(6)
  await expect(page.getByText('Error checking this domain')).toHaveCount(6)
  // A name that the rules refuse cannot be requested.
  const results = page.getByRole('list', { name: 'Search results' })
  await expect(results.getByRole('link', { name: /^Request this/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('banner').getByRole('link', { name: 'Kiswahili' }).click()
  await expect(page.getByText(sentences.sw)).toHaveCount(6)
})

test('without scripts the form works, and a message appears live for admins', async ({ shop, browser }) => {
  const admin = await shop.visit()
  await signedIn(admin, shop.admin)
  await admin.goto('/admin/messages')
  await expect(admin.getByText('No messages here.')).toBeVisible()
  await expectAccessible(admin)

  const context = await browser.newContext({
    baseURL: shop.address,
    javaScriptEnabled: false,
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByLabel('Domain name').fill('mama')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/results\?domain=mama$/)
  await page.getByRole('link', { name: 'Write to us, and we will check the name for you.' }).click()
  await page.getByLabel('Your name').fill('Neema <b>')
  await page.getByLabel('Your email').fill('neema@example.com')
  await page.getByLabel('Your message').fill('Is mama.com free?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Thank you for your message. We will reply by email.')).toBeVisible()

  // After a refusal by the server the form shows everything that was typed.
  await page.getByLabel('Your name').fill('Neema "quoted"')
  await page.getByLabel('Your email').fill('neema@example')
  await page.getByLabel('Your message').fill('Once\nmore </textarea>')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Please fill in your name, a valid email address and a message.')).toBeVisible()
  await expect(page.getByLabel('Your name')).toHaveValue('Neema "quoted"')
  await expect(page.getByLabel('Your message')).toHaveValue('Once\nmore </textarea>')
  await context.close()

  const message = admin.getByRole('row').filter({ hasText: 'Is mama.com free?' })
  await message.getByRole('button', { name: 'Details of Neema <b>' }).click()
  await expect(opened(admin).getByRole('link', { name: 'Reply to Neema <b>' })).toHaveAttribute(
    'href',
    'mailto:neema@example.com?subject=Your%20message%20to%20Kikoa',
  )
  // The answer is written here, sent by mail, and kept.
  await opened(admin).getByLabel('Your answer to Neema <b>').fill('Yes, it is free.\nKaribu!')
  await expectAccessible(admin)
  await opened(admin).getByRole('button', { name: 'Send answer' }).click()
  await expect(message.locator('[data-tone=available]')).toHaveText('Answered')
  const answers = opened(admin).getByRole('list', { name: 'Answers to Neema <b>' })
  await expect(answers).toContainText('Yes, it is free.')
  await expect(opened(admin).getByLabel('Your answer to Neema <b>')).toHaveValue('')
  const { text } = await shop.mailTo('neema@example.com')
  expect(text).toContain('Yes, it is free.')
  expect(text).toContain('> Is mama.com free?')
  await expectAccessible(admin)

  // In Swahili it is the same, and what needs no answer is closed by hand.
  const sent = { name: 'Juma', email: 'juma@example.com', message: 'Tangazo' }
  expect((await admin.request.post('/api/messages', { data: sent })).status()).toBe(201)
  const swahili = await shop.visit({ phone: true, language: 'sw' })
  await signedIn(swahili, shop.admin)
  await swahili.goto('/admin/inbox?kind=message')
  await swahili.getByRole('button', { name: /Tangazo$/ }).click()
  await expect(swahili.getByLabel('Jibu lako kwa Juma')).toBeVisible()
  await expectAccessible(swahili)
  await swahili.locator('[data-queue-step]').click()
  await expect(swahili.getByRole('button', { name: /Tangazo$/ })).toHaveCount(0)
})

test('an admin sees the health of the registries and tests one', async ({ shop }) => {
  const page = await shop.visit()
  await signedIn(page, shop.admin)
  await page.goto('/admin/availability')
  await page.getByRole('textbox', { name: 'Domain name' }).fill('mama.com')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Registry status' })).toBeVisible()
  await page.getByText('Advanced', { exact: true }).click()
  const com = page.getByRole('row').filter({ hasText: '.com' }).first()
  await expect(com.getByText('from the configuration file')).toBeVisible()
  await com.getByRole('button', { name: 'Test .com' }).click()
  await expect(com.getByText('Works as expected')).toBeVisible()
  await expect(com.getByText('100% of')).toBeVisible()
  await expectAccessible(page)
})

test('pages have the metadata for search engines and link previews', async ({ shop }) => {
  const page = await shop.visit()
  for (const path of ['/', '/search', '/pricing', '/support']) {
    await page.goto(path)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${shop.address}${path}`)
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{40}/)
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
      'content',
      `${shop.address}/social.png`,
    )
  }
  await page.goto('/support')
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(data).toMatchObject({ '@type': 'FAQPage', mainEntity: { length: 6 } })
  const map = await (await page.request.get('/sitemap.xml')).text()
  expect(map).toContain(`<loc>${shop.address}/pricing</loc>`)
  expect((await page.request.get('/social.png')).headers()['content-type']).toBe('image/png')
})
