import { chromium, type BrowserContextOptions } from '@playwright/test'
import { firstVisit, type FirstVisit } from '../e2e/first-visit.ts'
import { admin, end, start } from '../e2e/running.ts'

// The first visit of every screen on a phone: requests and bytes on the wire, and on slow 3G (400 ms, 500 kbit/s) the
// medians of five visits: Largest Contentful Paint, layout shift, and the time until the screen can be used.

const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  locale: 'en-GB',
}
const screens = {
  visitor: [
    '/',
    '/pricing',
    '/support',
    '/search',
    '/results?domain=mawimbi',
    '/cart',
    '/checkout',
    '/login',
    '/signup',
  ],
  customer: [
    '',
    '/domains',
    '/emails',
    '/hosting',
    '/orders',
    '/website-design',
    '/livechat',
    '/whatsapp',
    '/profile',
  ].map((path) => `/dashboard${path}`),
  admin: [
    '',
    '/profiles',
    '/domains',
    '/emails',
    '/hosting',
    '/users',
    '/orders',
    '/messages',
    '/chat',
    '/audit',
    '/mail',
    '/availability',
    '/operations',
    '/settings',
  ].map((path) => `/admin${path}`),
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const running = await start({})
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  const sessions = {
    visitor: undefined,
    customer: await signedIn('customer'),
    admin: await signedIn('admin'),
  }
  console.log('  screen                       requests      KB   slow 3G: LCP   usable    CLS')
  for (const [role, paths] of Object.entries(screens) as [keyof typeof screens, string[]][])
    for (const path of paths) {
      const storageState = sessions[role]
      const context = { ...phone, ...(storageState && { storageState }) }
      const visit = (slow: boolean) => firstVisit(browser, running.address + path, { context, slow })
      const { requests, bytes } = await visit(false)
      const slow: FirstVisit[] = []
      for (let round = 0; round < ROUNDS; round++) slow.push(await visit(true))
      const of = (field: keyof FirstVisit) => median(slow.map((one) => one[field]))
      console.log(
        `  ${path.padEnd(30)}${String(requests).padStart(7)}${(bytes / 1000).toFixed(1).padStart(8)}` +
          `${of('lcp').toString().padStart(12)} ms${of('usable').toString().padStart(7)} ms${of('cls').toFixed(3).padStart(7)}`,
      )
    }
} finally {
  await browser.close()
  await end(running)
}

/** The browser's state after a log-in. */
async function signedIn(role: 'customer' | 'admin') {
  const context = await browser.newContext({ baseURL: running.address, locale: 'en-GB' })
  const page = await context.newPage()
  const account = role === 'admin' ? admin : { email: 'weight@example.com', password: 'Pwani-Mawimbi-4' }
  if (role === 'customer') {
    const data = { full_name: 'Asha Mwangi', country: 'TZ', phone_number: '+255712345678' }
    const made = await fetch(`${running.address}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...account, data }),
    })
    if (!made.ok) throw new Error(await made.text())
  }
  await page.goto('/login')
  await page.getByLabel('E-mail', { exact: true }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(/\/(?:dashboard|admin)$/)
  await page.getByRole('heading').first().waitFor()
  return context.storageState()
}
