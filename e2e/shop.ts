import { test as base, type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Registry } from './registry.ts'
import { admin, ask, end, halt, lastMail, type Running, serve, start } from './running.ts'

/** The product as an operator runs it, with a data folder of its own. */
export interface Shop {
  address: string
  admin: { email: string; password: string }
  /** A browser of somebody's own: cookies, storage and all. */
  visit(options?: { phone?: boolean; language?: 'en' | 'sw'; dark?: boolean }): Promise<Page>
  /** Asks the database, past the product: for what time alone would bring about, such as an expiry. */
  sql(text: string, values?: unknown[]): Promise<void>
  /** The last mail to an address, once there are as many: it is written to a file, for no mail server is set. */
  mailTo(address: string, count?: number): Promise<{ text: string; code: string; link: string }>
  /** What lies outside: whether names are taken. */
  registry: Registry
  /** Does what makes pages fail: what they report of that meanwhile is no problem of theirs. */
  failing(work: () => Promise<void>): Promise<void>
  /** Does some work while the server is stopped. */
  down(work: () => Promise<void>): Promise<void>
}

export const test = base.extend<{ shop: Shop }, { running: Running; settings: Record<string, string> }>({
  /** The operator's settings beside the usual ones; a file that has some gets a server of its own. */
  settings: [{}, { scope: 'worker', option: true }],
  running: [
    async ({ settings }, use) => {
      const running = await start(settings)
      await use(running)
      await end(running)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  shop: async ({ browser, running }, use) => {
    const contexts: BrowserContext[] = []
    const problems: string[] = []
    const failing = async (work: () => Promise<void>) => {
      const known = problems.length
      await work()
      // What a page still has to say of it comes before the answer to a question.
      for (const context of contexts)
        for (const page of context.pages()) await page.evaluate(() => 0).catch(() => {})
      problems.length = known
    }
    await use({
      address: running.address,
      admin,
      visit: async (options) => {
        const { context, page } = await open(browser, running.address, options ?? {}, problems)
        contexts.push(context)
        return page
      },
      sql: (text, values) => ask(running, text, values),
      mailTo: (address, count = 1) => lastMail(running, address, count),
      registry: running.registry,
      failing,
      down: (work) =>
        failing(async () => {
          await halt(running)
          // Whoever comes next finds it running, whatever became of the work.
          try {
            await work()
          } finally {
            running.child = await serve(running.env)
          }
        }),
    })
    for (const context of contexts) await context.close()
    expect(problems, 'nothing in the console, no failed request').toEqual([])
  },
})

async function open(
  browser: Browser,
  address: string,
  {
    phone = false,
    language = 'en',
    dark = false,
  }: { phone?: boolean; language?: 'en' | 'sw'; dark?: boolean },
  problems: string[],
) {
  const context = await browser.newContext({
    baseURL: address,
    locale: language === 'sw' ? 'sw-TZ' : 'en-GB',
    colorScheme: dark ? 'dark' : 'light',
    // What fades has the colours of neither state, and axe would judge it.
    reducedMotion: 'reduce',
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 860 },
    ...(phone && { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
  })
  if (language === 'sw') await context.addCookies([{ name: 'kikoa_language', value: 'sw', url: address }])
  const page = await context.newPage()
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // A refusal that a test provokes is told by the browser too; what the page itself says is a problem.
    if (
      ['error', 'warning'].includes(message.type()) &&
      !/the server responded with a status of 4\d\d/.test(message.text())
    )
      problems.push(`${page.url()}: ${message.text()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`)
  })
  return { context, page }
}

/** No violation of WCAG 2.2 AA that a program can find, on the screen as it is now. */
export async function expectAccessible(page: Page) {
  const found = await violationsOf(page)
  // What lies half under the header or a toast is no small target: it counts if it is one elsewhere too.
  const isSmall = ([rule]: Violation) => rule === 'target-size'
  if (found.some(isSmall)) {
    await page.evaluate(() => window.scrollTo(0, window.scrollY > 0 ? 0 : window.innerHeight / 2))
    const again = new Set((await violationsOf(page)).filter(isSmall).flatMap(([, nodes]) => nodes))
    for (const one of found.filter(isSmall)) one[1] = one[1].filter((node) => again.has(node))
  }
  expect(found.filter(([, nodes]) => nodes.length)).toEqual([])
}

type Violation = [rule: string, nodes: string[]]

async function violationsOf(page: Page): Promise<Violation[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])
}

/** Signs somebody up and in, as a person does it; gives the page, on the dashboard. */
export async function signUp(
  page: Page,
  { name, email, business }: { name: string; email: string; business?: string },
) {
  const password = 'Pwani-Mawimbi-4'
  if (!new URL(page.url(), 'http://x').pathname.startsWith('/signup')) await page.goto('/signup')
  await page.getByLabel('Full name', { exact: true }).fill(name)
  if (business) await page.getByLabel(/Business name/).fill(business)
  await page.getByLabel(/Phone number/).fill('0712 345 678')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Account created! You can now log in.')).toBeVisible()
  await page.waitForURL(/\/login/)
  await logIn(page, { email, password })
}

export async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  if (!new URL(page.url(), 'http://x').pathname.startsWith('/login')) await page.goto('/login')
  // The address changes before the form does, and the one before it has fields of the same names.
  await expect(page.getByRole('heading', { name: 'Log in to your account' })).toBeVisible()
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Login successful!')).toBeVisible()
}

/**
 * Makes somebody's account and opens their dashboard, signed in: for journeys that begin there. What a person does
 * to get so far is {@link signUp}.
 */
export async function newCustomer(
  page: Page,
  { name, email, business }: { name: string; email: string; business?: string },
) {
  const password = 'Pwani-Mawimbi-4'
  const data = { full_name: name, business_name: business, country: 'KE', phone_number: '+254712345678' }
  const made = await page.request.post('/auth/v1/signup', { data: { email, password, data } })
  expect([made.status(), await made.text()]).toEqual([200, expect.anything()])
  await signedIn(page, { email, password })
}

/** Opens somebody's own area, signed in, without the way through the form; see {@link logIn} for that. */
export async function signedIn(page: Page, { email, password }: { email: string; password: string }) {
  const answer = await page.request.post('/auth/v1/token?grant_type=password', { data: { email, password } })
  expect(answer.status()).toBe(200)
  // A page without a script of its own: nobody there is surprised by the session.
  await page.goto('/robots.txt')
  await page.evaluate((session) => localStorage.setItem('kikoa-session', session), await answer.text())
  await page.goto(email === admin.email ? '/admin' : '/dashboard')
}

export { expect }
