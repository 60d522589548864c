import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { pageDefaults } from '../../shared/pages.ts'
import { startPages, type Pages } from './pages.ts'
import { scriptHashes } from './policy.ts'

const buildFolder = fileURLToPath(new URL('testing/site', import.meta.url))
const complaints: unknown[] = []
const log = { error: (details: object) => void complaints.push(details) }
let name = 'Duka'
let today = new Date('2026-06-01T00:00:00Z')
let pages: Pages

let renderings = 0

const start = () =>
  startPages({
    buildFolder,
    pageData: async () => {
      renderings++
      return {
        business: { ...pageDefaults.business, name },
        home: pageDefaults.home,
        isOpen: true,
        legal: {},
        site: '',
        timeZone: 'Africa/Dar_es_Salaam',
        logInAfterSignUp: false,
        offers: {
          currency: 'USD',
          endings: [],
          glued: [],
          marketing: { comFrom: 1, hostingFrom: 1 },
          email: 12,
          website: null,
          plans: [],
        },
      }
    },
    log,
    now: () => today,
  })
const text = (path: string, choice: Parameters<Pages['page']>[1] = { locale: 'en' }) =>
  new TextDecoder().decode(pages.page(path, choice).html)

beforeAll(async () => {
  pages = await start()
})
afterAll(() => pages.stop())

test('eight changes at the same time are rendered at most twice, and the last one is served', async () => {
  const before = renderings
  await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      name = `Duka ${n}`
      await pages.refresh()
    }),
  )
  expect(renderings - before).toBeLessThanOrEqual(2)
  expect(text('/')).toContain('"name":"Duka 7"')
  name = 'Duka'
  await pages.refresh()
})

describe('the pages of a site', () => {
  it('carry the business, its prices and the year', () => {
    expect(text('/')).toContain('"name":"Duka"')
    expect(text('/pricing')).toContain('"email":12')
    expect(text('/')).toContain('"year":2026')
  })

  it('stand in every language', () => {
    expect(text('/pricing', { locale: 'sw' })).toContain('<html lang="sw">')
    expect(text('/pricing', { locale: 'en' })).toContain('<html lang="en">')
  })

  it('show a notice only where it is asked for', () => {
    expect(text('/', { locale: 'en', notice: 'admins-only' })).toContain('"notice":"admins-only"')
    expect(text('/')).toContain('"notice":null')
    expect(text('/pricing', { locale: 'en', notice: 'admins-only' })).toContain('"notice":null')
  })

  it.each(['/dashboard', '/dashboard/', '/dashboard/orders/5f1d'])('has one for %s', (path) => {
    expect(pages.page(path, { locale: 'en' }).status).toBe(200)
  })

  it.each([
    '/nope',
    '/dashboard/orders/5f1d/more',
    '/dashboard/orders',
    '/pricing/x',
    '/*',
    '/dashboard/orders/:id/',
  ])('answers %s with the page that says there is none', (path) => {
    const page = pages.page(path, { locale: 'sw' })
    expect(page.locale).toBe('sw')
    expect(page.status).toBe(path.includes(':id') ? 200 : 404)
  })

  it('allow exactly the scripts they were rendered with', () => {
    const page = pages.page('/pricing', { locale: 'en' })
    const [hash = ''] = scriptHashes(text('/pricing'))
    expect(page.contentSecurityPolicy).toContain(`script-src 'self' ${hash};`)
    expect(page.contentSecurityPolicy).not.toContain('unsafe')
    expect(pages.page('/dashboard', { locale: 'en' }).contentSecurityPolicy).not.toContain(hash)
  })
})

describe('rendering again', () => {
  it('shows new settings once it is done, and the old ones until then', async () => {
    name = 'Soko'
    const done = pages.refresh()
    expect(text('/')).toContain('"name":"Duka"')
    await done
    expect(text('/')).toContain('"name":"Soko"')
  })

  it('happens by itself when a year begins', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const others = await start()
    const year = () =>
      /"year":(\d+)/.exec(new TextDecoder().decode(others.page('/', { locale: 'en' }).html))?.[1]
    today = new Date('2026-12-31T23:59:59Z')
    vi.advanceTimersByTime(60_000)
    today = new Date('2027-01-01T00:00:00Z')
    expect(year()).toBe('2026')
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    await expect.poll(year).toBe('2027')
    others.stop()
  })

  it('happens by itself when the data changes by the time alone, such as with a new VAT rate', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    name = 'Duka'
    const others = await start()
    vi.advanceTimersByTime(60_000)
    name = 'Soko'
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    await expect.poll(() => others.businessName()).toBe('Soko')
    others.stop()
  })

  it('changes its tag with its content only', async () => {
    await pages.refresh()
    const before = pages.page('/', { locale: 'en' }).etag
    await pages.refresh()
    expect(pages.page('/', { locale: 'en' }).etag).toBe(before)
    expect(pages.page('/', { locale: 'sw' }).etag).not.toBe(before)
  })

  it('keeps the pages it has when it fails, says so, and recovers', async () => {
    name = 'Broken'
    await expect(pages.refresh()).rejects.toThrow('/ could not be rendered')
    expect(complaints).toHaveLength(1)
    expect(text('/')).toContain('"name":"Soko"')
    name = 'Tena'
    await pages.refresh()
    expect(text('/')).toContain('"name":"Tena"')
  })

  it('does not start with pages it can not render', async () => {
    name = 'Broken'
    await expect(start()).rejects.toThrow('/ could not be rendered')
  })
})
