import type { Browser, BrowserContextOptions } from '@playwright/test'
import { admin } from './running.ts'

/** What a first visit of a screen costs: nothing is cached. */
export interface FirstVisit {
  /** Requests and bytes on the wire, with headers, until the screen is at rest. Without the open live stream and the icon of the tab. */
  requests: number
  bytes: number
  /** Addresses that were requested more than once. */
  repeated: string[]
  /** Milliseconds until the screen shows its data and reacts. */
  usable: number
  /** Largest Contentful Paint in milliseconds. */
  lcp: number
  /** Cumulative Layout Shift. */
  cls: number
}

/** Every screen without an id in its address, by who sees it. */
export const screens = {
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
    '/payments',
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
    '/payments',
    '/payments/import',
    '/payments/exports',
    '/inbox',
    '/services',
    '/messages',
    '/chat',
    '/audit',
    '/mail',
    '/availability',
    '/operations',
    '/settings',
    '/settings/templates',
  ].map((path) => `/admin${path}`),
}

/** Browser contexts of a visitor, of a new customer of the shop's country, and of the admin. */
export async function sessionsOf(
  address: string,
): Promise<Record<keyof typeof screens, BrowserContextOptions>> {
  const call = async (path: string, body: object) => {
    const answer = await fetch(`${address}/auth/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.text()
  }
  const signedIn = async (account: { email: string; password: string }) => {
    const value = await call('token?grant_type=password', account)
    const origins = [{ origin: address, localStorage: [{ name: 'kikoa-session', value }] }]
    return { storageState: { cookies: [], origins } }
  }
  const customer = { email: 'first-visit@example.com', password: 'Pwani-Mawimbi-4' }
  const data = { full_name: 'Asha Mwangi', country: 'AF', phone_number: '+93701234567' }
  await call('signup', { ...customer, data })
  return { visitor: {}, customer: await signedIn(customer), admin: await signedIn(admin) }
}

/** A phone of a customer. */
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  locale: 'en-GB',
}

/** Slow 3G: 400 ms and 500 kbit/s. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 62_500, uploadThroughput: 62_500 }

interface VisitOptions {
  context: BrowserContextOptions
  slow?: boolean
}

/** Opens an address in a new context and measures until nothing has been loaded for a second. */
export async function firstVisit(
  browser: Browser,
  address: string,
  { context: options, slow = false }: VisitOptions,
): Promise<FirstVisit> {
  const context = await browser.newContext(options)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    if (slow) await session.send('Network.emulateNetworkConditions', SLOW_3G)
    const requested: string[] = []
    let bytes = 0
    let last = Date.now()
    const icons = new Set<string>()
    session.on('Network.requestWillBeSent', ({ request: { url }, requestId }) => {
      last = Date.now()
      // The browser loads the icon of the tab when it has time: before the screen is at rest, or after.
      if (url.endsWith('/favicon.svg')) icons.add(requestId)
      else if (!url.endsWith('/api/live') && !url.startsWith('data:')) requested.push(url)
    })
    session.on('Network.loadingFinished', ({ encodedDataLength, requestId }) => {
      last = Date.now()
      if (!icons.has(requestId)) bytes += encodedDataLength
    })
    await page.addInitScript(recordPaints)
    const answer = await page.goto(address, { waitUntil: 'commit' })
    if (answer?.status() !== 200) throw new Error(`${address} answers ${answer?.status()}`)
    const usable = await page
      .waitForFunction(isUsable, undefined, { polling: 50, timeout: 60_000 })
      .then((value) => value.jsonValue())
    while (Date.now() - last < 1_000) await page.waitForTimeout(100)
    const { lcp, cls } = await page.evaluate(() => (window as Recorded).paints!)
    const repeated = requested.filter((url, index) => requested.indexOf(url) !== index)
    return {
      requests: requested.length,
      bytes,
      repeated,
      usable: Math.round(usable as number),
      lcp: Math.round(lcp),
      cls,
    }
  } finally {
    await context.close()
  }
}

type Recorded = Window & { paints?: { lcp: number; cls: number } }

/** Runs in the page: records paints and shifts. */
function recordPaints() {
  const paints = { lcp: 0, cls: 0 }
  ;(window as Recorded).paints = paints
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) paints.lcp = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) paints.cls += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

/**
 * Runs in the page: the milliseconds since its start once it shows its data and reacts, otherwise false. React marks the
 * elements that it has hydrated; a page without script is usable when it is parsed.
 */
function isUsable(): number | false {
  const heading = document.querySelector('main h1, main h2')
  if (!heading || document.querySelector('main .animate-breathe, main [aria-busy=true]')) return false
  const hasScript = document.querySelector('script[type=module]') !== null
  if (hasScript && !Object.keys(heading).some((key) => key.startsWith('__react'))) return false
  return document.readyState === 'loading' ? false : performance.now()
}
