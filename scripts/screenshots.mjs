import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium as browserProgram } from './chromium.mjs'
import { build, environment, giveUp, install, root, runtime } from './prepare.mjs'

// Takes the screenshots of the README from a new demo: `node scripts/screenshots.mjs`.

await install()
await build()
const port = '34997'
const address = `http://127.0.0.1:${port}`
const folder = mkdtempSync(join(tmpdir(), 'kikoa-pictures-'))
const env = environment({
  DATA_DIR: folder,
  DATABASE_URL: '',
  PORT: port,
  SITE_URL: address,
  LOG_LEVEL: 'warn',
})
const demo = spawn(runtime(), ['src/app/demo/demo.ts'], {
  cwd: root,
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const admin = await logIn()
  const { chromium } = createRequire(import.meta.url)('@playwright/test')
  const browser = await chromium.launch({
    executablePath: await browserProgram(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  await picture(browser, 'landing', { path: '/', height: 800 })
  await picture(browser, 'admin-domains', { path: '/admin/domains', height: 1000, as: admin })
  await browser.close()
} finally {
  demo.kill('SIGTERM')
  await new Promise((done) => (demo.exitCode === null ? demo.once('exit', done) : done()))
  rmSync(folder, { recursive: true, force: true })
}

/** Waits until the demo has printed its log-ins. Gives the admin's. */
function logIn() {
  let printed = ''
  return new Promise((done) => {
    const fail = () => giveUp(`The demo did not start:\n${printed}`)
    demo.once('exit', fail)
    demo.stdout.on('data', (chunk) => {
      printed += String(chunk)
      const [, email, password] = /^Log in as an admin: +(\S+) with (\S+)$/m.exec(printed) ?? []
      if (!password) return
      demo.off('exit', fail)
      done({ email, password })
    })
  })
}

async function picture(browser, name, { path, height, as }) {
  const viewport = { width: 1280, height }
  const context = await browser.newContext({
    baseURL: address,
    viewport,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  if (as) {
    await page.goto('/login')
    await page.locator('input[type=email]').fill(as.email)
    await page.locator('input[type=password]').fill(as.password)
    await page.locator('button[type=submit]').click()
    await page.waitForURL(/dashboard|admin/)
  }
  await page.goto(path)
  // The live stream never ends, so the network never becomes idle.
  await page.waitForTimeout(1_500)
  const pictures = join(root, 'docs/screenshots')
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
  console.log(`docs/screenshots/${name}.png`)
  await context.close()
}
