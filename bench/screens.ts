import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { chromium } from '@playwright/test'
import { type FirstVisit, firstVisit, phone, screens, sessionsOf } from '../e2e/first-visit.ts'
import { end, start } from '../e2e/running.ts'
import { middle } from './measure.ts'

// The first visit of every screen on a phone: requests and bytes on the wire, and on slow 3G (400 ms, 500 kbit/s) the
// medians of five visits: Largest Contentful Paint, layout shift, and the time until the screen can be used. First, what
// React and React Router alone need.

const ROUNDS = Number(process.env['ROUNDS'] ?? 5)

console.log(`  React and React Router: ${((await floor()) / 1000).toFixed(1)} KB`)
const running = await start({})
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  const sessions = await sessionsOf(running.address)
  console.log('  screen                       requests      KB   slow 3G: LCP   usable    CLS')
  for (const [role, paths] of Object.entries(screens) as [keyof typeof screens, string[]][])
    for (const path of paths) {
      const context = { ...phone, ...sessions[role] }
      const visit = (slow: boolean) => firstVisit(browser, running.address + path, { context, slow })
      const { requests, bytes } = await visit(false)
      const slow: FirstVisit[] = []
      for (let round = 0; round < ROUNDS; round++) slow.push(await visit(true))
      const of = (field: 'lcp' | 'usable' | 'cls') => middle(slow.map((one) => one[field]))
      console.log(
        `  ${path.padEnd(30)}${String(requests).padStart(7)}${(bytes / 1000).toFixed(1).padStart(8)}` +
          `${of('lcp').toString().padStart(12)} ms${of('usable').toString().padStart(7)} ms${of('cls').toFixed(3).padStart(7)}`,
      )
    }
} finally {
  await browser.close()
  await end(running)
}

/** Bytes of React and React Router with Brotli, with the exports that every page uses. */
async function floor(): Promise<number> {
  const code = `
    export { hydrateRoot } from 'react-dom/client'
    export { HydratedRouter } from 'react-router/dom'
    export { Link, Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'
    export { jsx } from 'react/jsx-runtime'`
  const built = await build({
    configFile: false,
    root: join(import.meta.dirname, '..'),
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'floor',
        resolveId: (id) => (id === 'floor' ? '\0floor' : null),
        load: (id) => (id === '\0floor' ? code : null),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: 'floor', preserveEntrySignatures: 'strict' },
    },
  })
  const { output } = [built].flat()[0] as { output: { code?: string }[] }
  return output.reduce((sum, { code }) => sum + (code ? brotliCompressSync(code).length : 0), 0)
}
