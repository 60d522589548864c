import {
  test as base,
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Registry } from './registry.ts'
import { admin, end, halt, lastMail, querySql, type Running, serve, start } from './running.ts'

/** The running program with its own data folder. */
export interface Shop {
  address: string
  admin: { email: string; password: string }
  /** Opens a page in a new browser context. */
  visit(options?: Visit): Promise<Page>
  /** Queries the database directly, for states that only time would bring, such as an expiry. */
  sql(text: string, values?: unknown[]): Promise<void>
  /** Waits for `count` mails to an address and gives the last one. Without a mail server they are written to files. */
  mailTo(address: string, count?: number): Promise<{ text: string; code: string; link: string }>
  /** The registries: which names are taken. */
  registry: Registry
  /** Does work that makes pages fail, and ignores what they report during it. */
  failing(work: () => Promise<void>): Promise<void>
  /** Does some work while the server is stopped. */
  down(work: () => Promise<void>): Promise<void>
}

/** The answer of a refused call, for a journey that makes the server refuse. */
export const refusal = (status: number, code: string, data?: object) => ({
  status,
  json: {
    code,
    status,
    message: `the server responded with a status of ${status}`,
    ...(data && { data }),
    request_id: randomUUID(),
  },
})

/** How long a change of settings takes to be on the public pages: two renderings of all of them, on a busy machine. */
export const rendered = { timeout: 90_000 }

/** The password of every customer. */
export const PASSWORD = 'Pwani-Mawimbi-4'

export const test = base.extend<{ shop: Shop }, { running: Running; settings: Record<string, string> }>({
  /** Additional settings. A test file that has some gets its own server. */
  settings: [{}, { scope: 'worker', option: true }],
  running: [
    async ({ settings }, use) => {
      const running = await start(settings)
      await use(running)
      await end(running)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  shop: async ({ browser, running }, use) => {
    const contexts: BrowserContext[] = []
    const problems = new Problems()
    const failing = async (work: () => Promise<void>) => {
      const end = problems.expect()
      await work()
      // What a page logged before this call has arrived when the call is answered.
      for (const context of contexts)
        for (const page of context.pages()) await page.evaluate(() => 0).catch(() => {})
      end()
    }
    await use({
      address: running.address,
      admin,
      visit: async (options) => {
        const { context, page } = await open(browser, running.address, options ?? {}, problems)
        contexts.push(context)
        return page
      },
      sql: (text, values) => querySql(running, text, values),
      mailTo: (address, count = 1) => lastMail(running, address, count),
      registry: running.registry,
      failing,
      down: (work) =>
        failing(async () => {
          await halt(running)
          // The next test needs a running server, even if this one fails.
          try {
            await work()
          } finally {
            running.child = await serve(running.env)
          }
        }),
    })
    for (const context of contexts) await context.close()
    expect(problems.list, 'nothing in the console, no failed request').toEqual([])
  },
})

/** What the pages of a test report: errors in the console and answers of 500 and above. */
class Problems {
  list: string[] = []
  /** Requests that run, and those that ran while failures were expected. The browser may report these late. */
  private running = new Set<Request>()
  private excused: Request[] = []
  private expected = false

  watch(page: Page) {
    page.on('pageerror', (error) => this.list.push(`error: ${error.message}`))
    page.on('request', (request) => {
      this.running.add(request)
      if (this.expected) this.excused.push(request)
    })
    for (const event of ['requestfinished', 'requestfailed'] as const)
      page.on(event as 'requestfinished', (request) => this.running.delete(request))
    page.on('console', (message) => {
      // The browser logs refusals that a test provokes, and Playwright what it blocks. What the page itself logs is a problem.
      if (
        ['error', 'warning'].includes(message.type()) &&
        !/the server responded with a status of 4\d\d|Service Worker registration blocked by Playwright/.test(
          message.text(),
        ) &&
        !(message.text().startsWith('Failed to load resource') && this.excuse(message.location().url))
      )
        this.list.push(`${page.url()}: ${message.text()}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 500 && !this.excused.includes(response.request()))
        this.list.push(`${response.status()} ${response.url()}`)
    })
  }

  /** Whether a request to that URL was allowed to fail. Each such request excuses one message. */
  private excuse(url: string): boolean {
    const at = this.excused.findIndex((request) => request.url() === url)
    return at >= 0 && this.excused.splice(at, 1).length > 0
  }

  /** From now on failures are expected. The returned function ends that, and drops what was reported since. */
  expect(): () => void {
    const known = this.list.length
    this.expected = true
    this.excused.push(...this.running)
    return () => {
      this.expected = false
      this.list.length = known
    }
  }
}

interface Visit {
  phone?: boolean
  language?: 'en' | 'sw'
  dark?: boolean
  /** Calls that a service worker lets pass can't be held back: `block` where a test does that. */
  serviceWorkers?: 'allow' | 'block'
}

async function open(
  browser: Browser,
  address: string,
  { phone = false, language = 'en', dark = false, serviceWorkers = 'allow' }: Visit,
  problems: Problems,
) {
  const context = await browser.newContext({
    baseURL: address,
    locale: language === 'sw' ? 'sw-TZ' : 'en-GB',
    colorScheme: dark ? 'dark' : 'light',
    serviceWorkers,
    // During a fade axe would measure the contrast of intermediate colours.
    reducedMotion: 'reduce',
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 860 },
    ...(phone && { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
  })
  if (language === 'sw') await context.addCookies([{ name: 'kikoa_language', value: 'sw', url: address }])
  const page = await context.newPage()
  problems.watch(page)
  return { context, page }
}

/** Expects no violation of WCAG 2.2 AA that axe finds on the present screen. */
export async function expectAccessible(page: Page) {
  const found = await violationsOf(page)
  // A target half under the header or a toast looks small: it counts if it is small after scrolling too.
  const isSmall = ([rule]: Violation) => rule === 'target-size'
  if (found.some(isSmall)) {
    await page.evaluate(() => window.scrollTo(0, window.scrollY > 0 ? 0 : window.innerHeight / 2))
    const again = new Set((await violationsOf(page)).filter(isSmall).flatMap(([, nodes]) => nodes))
    for (const one of found.filter(isSmall)) one[1] = one[1].filter((node) => again.has(node))
  }
  expect(found.filter(([, nodes]) => nodes.length)).toEqual([])
}

type Violation = [rule: string, nodes: string[]]

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const axeOptions: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}

/** Runs axe in the page and its frames. The script stays in a page for its next check. */
async function violationsOf(page: Page): Promise<Violation[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeScript)
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as {
      axe: { run(context: Document, options: RunOptions): Promise<AxeResults> }
    }
    const { violations } = await axe.run(document, options)
    return violations.map(({ id, nodes }): [string, string[]] => [id, nodes.map(({ html }) => html)])
  }, axeOptions)
}

/** Signs up and logs in through the forms. The page is on the dashboard afterwards. */
export async function signUp(
  page: Page,
  { name, email, business }: { name: string; email: string; business?: string },
) {
  const password = PASSWORD
  if (!new URL(page.url(), 'http://x').pathname.startsWith('/signup')) await page.goto('/signup')
  await page.getByLabel('Full name', { exact: true }).fill(name)
  if (business) await page.getByLabel(/Business name/).fill(business)
  await page.getByLabel(/Phone number/).fill('0712 345 678')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Account created! You can now log in.')).toBeVisible()
  await page.waitForURL(/\/login/)
  await logIn(page, { email, password })
}

export async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  if (!new URL(page.url(), 'http://x').pathname.startsWith('/login')) await page.goto('/login')
  // The address changes before the form, and the previous form has fields of the same names.
  await expect(page.getByRole('heading', { name: 'Log in to your account' })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Login successful!')).toBeVisible()
}

/** Creates an account through the API and opens its dashboard. The way through the forms is {@link signUp}. */
export async function newCustomer(
  page: Page,
  { name, email, business }: { name: string; email: string; business?: string },
) {
  const password = PASSWORD
  const data = { full_name: name, business_name: business, country: 'KE', phone_number: '+254712345678' }
  const made = await page.request.post('/auth/v1/signup', { data: { email, password, data } })
  expect([made.status(), await made.text()]).toEqual([200, expect.anything()])
  await signedIn(page, { email, password })
}

/** Opens a person's own area, signed in through the API. The way through the form is {@link logIn}. */
export async function signedIn(page: Page, { email, password }: { email: string; password: string }) {
  const answer = await page.request.post('/auth/v1/token?grant_type=password', { data: { email, password } })
  expect(answer.status()).toBe(200)
  // A page without scripts, so that the session can be stored before the application starts.
  await page.goto('/robots.txt')
  await page.evaluate((session) => localStorage.setItem('kikoa-session', session), await answer.text())
  await page.goto(email === admin.email ? '/admin' : '/dashboard')
}

/** Expects a text on the screen, however slow the machine is. */
export const expectText = (page: Page | Locator, text: string) =>
  expect(page.getByText(text).first()).toBeVisible({ timeout: 60_000 })

/** Clicks the first button of that name. */
export const clickButton = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()

/** Inserts a request of the customer with that address. */
export const insertRequest = (
  shop: Shop,
  email: string,
  kind: string,
  subject: string,
  status: string,
  stage: string,
) =>
  shop.sql(
    `insert into requests (id, user_id, kind, subject, status, stage, price, details)
     select gen_random_uuid(), id, $2, $3, $4, $5, case when $5 = 'offered' then 10 end,
            '{"plan_name": "Basic", "billing_period": "monthly"}'
     from profiles where email = $1`,
    [email, kind, subject, status, stage],
  )

/** Inserts a service that expires in so many days, with its activated request. */
export const insertService = (shop: Shop, email: string, kind: string, name: string, days: number) =>
  shop.sql(
    `with request as (
       insert into requests (id, user_id, kind, subject, status, stage, details)
       select gen_random_uuid(), id, $2, $3, 'YOUR ' || upper($2) || ' IS ACTIVE NOW', 'active', '{}' from profiles where email = $1
       returning id, user_id)
     insert into services (id, user_id, request_id, kind, name, exclusive, started_at, expires_at)
     select gen_random_uuid(), user_id, id, $2, $3, true, now(), now() + $4 * interval '1 day' from request`,
    [email, kind, name, days],
  )

export { expect }
