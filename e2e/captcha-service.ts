import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from './shop.ts'

/** A captcha service on loopback: its script draws a button, and each press makes a token that is good once. */
interface CaptchaService {
  address: string
  /** What it was asked about each token, and what it said. */
  asked: { secret: string; token: string; said: boolean }[]
  /** Refuses whatever comes next. */
  refusesNext: boolean
  /** Whether its script can be had. */
  serves: boolean
  close(): Promise<void>
}

/** What the service's script does: the same call as Turnstile's and hCaptcha's, with the names that both know. */
const script = (own: string) => `
  const draw = (element, options) => {
    const button = document.createElement('button')
    button.textContent = 'I am a person'
    button.title = options.sitekey + ' ' + (options.hl || options.language)
    button.style.cssText = 'min-height:44px;font:inherit'
    button.onclick = async () => options.callback(await (await fetch('${own}/token', { method: 'POST' })).text())
    element.append(button)
    const late = document.createElement('button')
    late.textContent = 'Expire'
    late.style.cssText = button.style.cssText
    late.onclick = () => options['expired-callback']()
    element.append(late)
  }
  window.turnstile = window.hcaptcha = { render: draw }
  window[new URL(document.currentScript.src).searchParams.get('onload')]()
`

async function openCaptcha(): Promise<CaptchaService> {
  const fresh = new Set<string>()
  let count = 0
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, service.address)
    response.setHeader('access-control-allow-origin', '*')
    if (pathname === '/api.js' && service.serves) {
      response.setHeader('content-type', 'text/javascript').end(script(service.address))
      return
    }
    if (pathname === '/token') {
      const token = `token-${++count}`
      fresh.add(token)
      response.end(token)
      return
    }
    if (pathname !== '/siteverify') {
      response.writeHead(404).end()
      return
    }
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      const form = new URLSearchParams(text)
      const token = form.get('response') ?? ''
      const said = fresh.delete(token) && !service.refusesNext
      service.refusesNext = false
      service.asked.push({ secret: form.get('secret') ?? '', token, said })
      response.end(JSON.stringify({ success: said }))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const service: CaptchaService = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    refusesNext: false,
    serves: true,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return service
}

/** The product with such a service, and with further settings of the operator's. */
export const withCaptcha = (settings: Record<string, string>) =>
  test.extend<object, { service: CaptchaService }>({
    service: [
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const service = await openCaptcha()
        await use(service)
        await service.close()
      },
      { scope: 'worker' },
    ],
    settings: [
      async ({ service }, use) => {
        await use({
          AUTH_CAPTCHA: 'hcaptcha',
          AUTH_CAPTCHA_SITE_KEY: 'the-site',
          AUTH_CAPTCHA_SECRET: 'the secret',
          AUTH_CAPTCHA_URL: `${service.address}/siteverify`,
          ...settings,
        })
      },
      { scope: 'worker' },
    ],
  })
