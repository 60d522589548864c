import { type ChildProcess, fork } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type LegalPage,
  type Locale,
  locales,
  type PageNotice,
  type PageSettings,
} from '../../shared/pages.ts'
import { patternTest } from './route-patterns.ts'

interface PagesOptions {
  /** The folder of React Router's builds: `<language>/server/index.js` for each, and `client/`. */
  buildFolder: string
  /** The current business data and prices. */
  pageData: () => Promise<PageSettings>
  /** The current texts of the shop's legal pages, by page and language. */
  legal?: () => Promise<LegalTexts>
  /** The current frame sources for pages with scripts. Empty for none. */
  frames?: () => Promise<string>
  log: { error: (details: object, text: string) => void }
  now?: () => Date
}

export interface Pages {
  /** The folder of the browser's files. */
  clientFolder: string
  /** The shop's name, as the pages show it. */
  businessName: () => string
  /** The page for an address, or the "not found" page (status 404). */
  page: (path: string, choice: { locale: Locale; notice?: PageNotice | null }) => RenderedPage
  /** Renders all pages again, after a change of settings. Resolves when the new pages are served. */
  refresh: () => Promise<void>
  stop: () => void
}

/**
 * Renders every page in every language and stores the HTML in memory. Renders again on `refresh` and within
 * a minute where the data has changed by the time alone: a new year (UTC), a VAT rate that begins. Rejects when the first rendering fails. Later failures are logged and the old pages stay.
 */
export async function startPages({
  buildFolder,
  pageData,
  legal = async () => ({}),
  frames = async () => '',
  log,
  now = () => new Date(),
}: PagesOptions): Promise<Pages> {
  const builds = Object.fromEntries(
    locales.map((locale) => [locale, resolve(buildFolder, locale, 'server/index.js')]),
  ) as RenderOrder['builds']
  let exact = new Map<string, RenderedPage>()
  let patterns: { test: RegExp; pattern: string }[] = []
  let rendered = ''
  let name = ''
  let child: ChildProcess | undefined
  let queue = Promise.resolve()
  let waiting: Promise<void> | undefined

  const readOrder = async (): Promise<RenderOrder> => ({
    builds,
    settings: await pageData(),
    legal: await legal(),
    frames: await frames(),
    year: now().getUTCFullYear(),
  })

  async function render() {
    const order = await readOrder()
    const all = await renderPages(order, (started) => (child = started))
    rendered = JSON.stringify(order)
    name = order.settings.business.name
    exact = new Map(all.map((page) => [key(page.pattern, page.locale, page.notice), page]))
    patterns = [...new Set(all.map((page) => page.pattern))]
      .filter((pattern) => /:|.\/\*$/.test(pattern))
      .map((pattern) => ({ pattern, test: patternTest(pattern) }))
  }

  // A rendering that has not begun reads the settings when it begins, so it serves later calls too.
  function refresh() {
    if (waiting) return waiting
    const done = queue.then(() => {
      waiting = undefined
      return render()
    })
    waiting = done
    queue = done.catch((error: unknown) => log.error({ err: error }, 'pages could not be rendered'))
    return done
  }

  await refresh()
  async function refreshIfChanged() {
    if (JSON.stringify(await readOrder()) !== rendered) await refresh()
  }

  const everyMinute = setInterval(() => {
    refreshIfChanged().catch((error: unknown) => log.error({ err: error }, 'pages could not be compared'))
  }, 60_000)
  everyMinute.unref()

  return {
    clientFolder: join(resolve(buildFolder), 'client'),
    businessName: () => name,
    page(path, { locale, notice = null }) {
      const address = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
      const pattern = patterns.find(({ test }) => test.test(address))?.pattern ?? '/*'
      const found = exact.get(key(address, locale, notice)) ?? exact.get(key(address, locale, null))
      const page = found ?? exact.get(key(pattern, locale, null))
      if (!page) throw new Error(`no page stands for ${pattern}`)
      return page
    },
    refresh,
    stop() {
      clearInterval(everyMinute)
      child?.kill('SIGKILL')
    },
  }
}

const key = (pattern: string, locale: Locale, notice: PageNotice | null) =>
  `${locale} ${notice ?? ''} ${pattern}`

const child = fileURLToPath(new URL('render-child.ts', import.meta.url))

/**
 * Renders all pages in a child process without this one's environment. Rejects with the child's error, or after a
 * minute without an answer. `onStart` receives the process, so that it can be stopped early.
 */
function renderPages(order: RenderOrder, onStart: (child: ChildProcess) => void): Promise<RenderedPage[]> {
  const { promise, resolve, reject } = Promise.withResolvers<RenderedPage[]>()
  const process_ = fork(child, {
    execArgv: [],
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  })
  onStart(process_)
  let complaint = ''
  process_.stderr
    ?.setEncoding('utf8')
    .on('data', (text: string) => (complaint = (complaint + text).slice(-4000)))
  process_.once('message', (answer: RenderAnswer) => {
    if ('pages' in answer) resolve(answer.pages)
    else reject(new Error(`${answer.failure}\n${complaint}`.trim()))
  })
  process_.on('error', reject)
  process_.once('close', () => reject(new Error(`The pages could not be rendered.\n${complaint}`.trim())))
  process_.send(order)
  return promise
}

/** The texts of the legal pages that the shop has. */
export type LegalTexts = Partial<Record<LegalPage, Record<Locale, string>>>

/** The input of the rendering process. */
export interface RenderOrder {
  /** The path of the server build's module for each language. */
  builds: Record<Locale, string>
  settings: PageSettings
  legal: LegalTexts
  /** The frame sources for pages with scripts. Empty for none. */
  frames: string
  year: number
}

/** One rendered page in one language. */
export interface RenderedPage {
  /** The route's pattern: `/pricing`, `/dashboard/orders/:id`, `/*` for unknown addresses. */
  pattern: string
  locale: Locale
  notice: PageNotice | null
  status: number
  html: Uint8Array
  brotli: Uint8Array
  gzip: Uint8Array
  contentSecurityPolicy: string
  /** Whether a page of this site may show it in a frame. */
  isFramed: boolean
  etag: string
}

/** The child's answer: all pages, or the error. */
export type RenderAnswer = { pages: RenderedPage[] } | { failure: string }
