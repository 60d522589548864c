import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from './shop.ts'

/** A captcha service on loopback. Its script draws a button. Each click creates a token that is valid once. */
interface CaptchaService {
  address: string
  /** The verifications of tokens, with their results. */
  verifications: { secret: string; token: string; isValid: boolean }[]
  /** Refuses the next token. */
  refusesNext: boolean
  /** Whether its script can be loaded. */
  servesScript: boolean
  close(): Promise<void>
}

/** The script of the service, with the interface that Turnstile and hCaptcha share. */
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
    if (pathname === '/api.js' && service.servesScript) {
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
      const isValid = fresh.delete(token) && !service.refusesNext
      service.refusesNext = false
      service.verifications.push({ secret: form.get('secret') ?? '', token, isValid })
      response.end(JSON.stringify({ success: isValid }))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const service: CaptchaService = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    verifications: [],
    refusesNext: false,
    servesScript: true,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return service
}

/** Tests with such a service and additional settings. */
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
