import type { Browser, BrowserContextOptions } from '@playwright/test'

/** What a first visit of a screen costs: nothing is cached. */
export interface FirstVisit {
  /** Requests and bytes on the wire, with headers, until the screen is at rest. The open live stream is not counted. */
  requests: number
  bytes: number
  /** Milliseconds until the screen shows its data and reacts. */
  usable: number
  /** Largest Contentful Paint in milliseconds. */
  lcp: number
  /** Cumulative Layout Shift. */
  cls: number
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
    let requests = 0
    let bytes = 0
    let last = Date.now()
    session.on('Network.requestWillBeSent', ({ request }) => {
      last = Date.now()
      if (!request.url.endsWith('/api/live') && !request.url.startsWith('data:')) requests++
    })
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      last = Date.now()
      bytes += encodedDataLength
    })
    await page.addInitScript(recordPaints)
    await page.goto(address, { waitUntil: 'commit' })
    const usable = await page
      .waitForFunction(isUsable, undefined, { polling: 50, timeout: 60_000 })
      .then((value) => value.jsonValue())
    while (Date.now() - last < 1_000) await page.waitForTimeout(100)
    const { lcp, cls } = await page.evaluate(() => (window as Recorded).paints!)
    return { requests, bytes, usable: Math.round(usable as number), lcp: Math.round(lcp), cls }
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
