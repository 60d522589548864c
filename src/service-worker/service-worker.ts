import { LAST_SEEN_HEADER, type PushedNotification, type WorkerMessage } from './messages.ts'

/**
 * The service worker: without a network, screens that were opened before open again, and lists show their last answer.
 * While there is a network it changes nothing: pages and answers are fetched, files come from their cache because their
 * names contain a hash of their content.
 */
declare const self: ServiceWorkerGlobalScope

const FILES = 'files'
const PAGES = 'pages'
const ANSWERS = 'answers '
const OFFLINE_PAGE = '/offline'

/** The oldest files are deleted after an upgrade. One version of the customer's screens has about 150. */
const MOST_FILES = 400
const MOST_ANSWERS = 200
/** A network that does not answer for so long counts as none, if there is a last answer. */
const PATIENCE_MS = 10_000

/** The Static Routing API, which browsers other than Chromium may lack. */
type RoutedInstall = ExtendableEvent & {
  addRoutes?(rules: { condition: { requestMethod: string }; source: 'network' }[]): Promise<void>
}

/** Increases with each log-out: an answer to an older call is not stored any more. */
let logOuts = 0

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting())
  // Calls that change something go past this worker. Otherwise Chromium drops those of a page that is being left.
  const routes = ['POST', 'PUT', 'PATCH', 'DELETE'].map((requestMethod) => ({
    condition: { requestMethod },
    source: 'network' as const,
  }))
  event.waitUntil((event as RoutedInstall).addRoutes?.(routes) ?? Promise.resolve())
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage
  event.waitUntil(message.type === 'signed-out' ? deleteAll() : storeOpened(message))
})

self.addEventListener('push', (event) => {
  const { title, body, tag, url } = event.data!.json() as PushedNotification
  // A repeated message replaces the first one by its tag.
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: url, icon: '/icon-192.png' }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data as string))
})

/** Opens a page of the staff in an open window, otherwise in a new one. */
async function openPage(url: string) {
  const windows = await self.clients.matchAll({ type: 'window' })
  const open = windows.find((one) => new URL(one.url).pathname.startsWith('/admin'))
  if (!open) await self.clients.openWindow(url)
  else await (await open.focus()).navigate(url)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  const account = accountOf(request)
  if (pathname.startsWith('/assets/')) event.respondWith(fileOf(event))
  else if (request.mode === 'navigate') event.respondWith(pageOf(event, pathname))
  else if (account && isListed(pathname)) event.respondWith(answerOf(event, account))
})

/** The customer's own data. What admins see of others is never stored, nor are streams. */
const isListed = (path: string) => /^\/api\/(?!admin\/|live$)/.test(path)

/** The screens whose pages are stored. A page contains no personal data. */
const isScreen = (path: string) => /^\/(?:dashboard|admin|cart|checkout)(?:\/|$)/.test(path)

/** The account id in a call's access token. The token is not verified: it only names the cache. */
function accountOf({ headers }: Request): string | undefined {
  const [, payload] = /^Bearer [\w-]+\.([\w-]+)\./.exec(headers.get('authorization') ?? '') ?? []
  if (!payload) return undefined
  const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: string }
  return sub
}

/** A built file: from the cache, otherwise from the network. */
async function fileOf(event: FetchEvent): Promise<Response> {
  const { request } = event
  const stored = await caches.match(request.url, { cacheName: FILES })
  if (stored) return stored
  try {
    const response = await fetch(request)
    if (response.ok) event.waitUntil(store(FILES, request.url, response.clone(), MOST_FILES))
    return response
  } catch (error) {
    if (request.destination !== 'script') throw error
    // A screen that was never opened. It fails when it is shown, and the error page says that there is no network.
    const screen = 'export default () => { throw new Error("offline") }'
    return new Response(screen, { headers: { 'content-type': 'text/javascript' } })
  }
}

/** A page: from the network, otherwise as it was last, otherwise the page that says there is no network. */
async function pageOf(event: FetchEvent, path: string): Promise<Response> {
  const last = caches.match(path, { cacheName: PAGES })
  try {
    const response = await inTime(fetch(event.request), await last)
    if (isScreen(path) && response.ok) event.waitUntil(store(PAGES, path, response.clone(), MOST_ANSWERS))
    return response
  } catch (error) {
    const stored = (await last) ?? (await caches.match(OFFLINE_PAGE, { cacheName: PAGES }))
    if (stored) return stored
    throw error
  }
}

/** An answer of the API: from the network, otherwise as it was last, with the time of that. */
async function answerOf(event: FetchEvent, account: string): Promise<Response> {
  const { url } = event.request
  const before = logOuts
  const last = await caches.match(url, { cacheName: ANSWERS + account })
  try {
    const response = await inTime(fetch(event.request), last)
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    if (response.ok && isJson && before === logOuts)
      event.waitUntil(store(ANSWERS + account, url, response.clone(), MOST_ANSWERS))
    return response
  } catch (error) {
    if (!last || before !== logOuts) throw error
    const headers = new Headers(last.headers)
    headers.set(LAST_SEEN_HEADER, last.headers.get('date') ?? '')
    return new Response(last.body, { headers })
  }
}

/** The answer of the network. With a stored answer it must come in time. */
function inTime(response: Promise<Response>, stored: Response | undefined): Promise<Response> {
  if (!stored) return response
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('The network does not answer.')), PATIENCE_MS),
  )
  return Promise.race([response, late])
}

/**
 * Stores a response under its address, without the request's headers and so without a token. The oldest are deleted.
 * A full disk stores nothing.
 */
async function store(name: string, url: string, response: Response, most: number): Promise<void> {
  try {
    const cache = await caches.open(name)
    await cache.put(url, response)
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)))
  } catch {
    // The screen has its answer; the next one may be stored.
  }
}

/** Stores a page that was opened without the service worker. Its files are still in the browser's own cache. */
async function storeOpened({ path, files, account }: Extract<WorkerMessage, { type: 'opened' }>) {
  // A page that was loading during the activation is not under control yet.
  await self.clients.claim()
  const others = (await caches.keys()).filter(
    (name) => name.startsWith(ANSWERS) && name !== ANSWERS + account,
  )
  await Promise.all(others.map((name) => caches.delete(name)))
  const [stored, pages] = await Promise.all([caches.open(FILES), caches.open(PAGES)])
  const offline = await fetch(OFFLINE_PAGE).catch(() => undefined)
  if (offline?.ok) await pages.put(OFFLINE_PAGE, offline)
  const missing = await Promise.all(files.map(async (url) => ((await stored.match(url)) ? [] : [url])))
  await Promise.allSettled([
    ...missing.flat().map((url) => stored.add(url)),
    ...(isScreen(path) ? [pages.add(path)] : []),
  ])
}

async function deleteAll() {
  logOuts++
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  // The server has forgotten the subscription with the session.
  const subscription = await self.registration.pushManager?.getSubscription()
  await subscription?.unsubscribe().catch(() => {})
}
