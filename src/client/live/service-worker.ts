import type { WorkerMessage } from '../../service-worker/messages.ts'
// oxlint-disable-next-line import/default -- Vite adds the export
import workerUrl from '../../service-worker/service-worker.ts?worker&url'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL: (url: string) => string }
}

/** Undefined where the browser has no service workers, or forbids them, as without TLS. */
const container = typeof navigator === 'undefined' ? undefined : navigator.serviceWorker

let isRegistered = false

/** Registers the service worker for the account, once the screen has its data. Does nothing in development. */
export async function registerServiceWorker(account: string): Promise<void> {
  if (!container || isRegistered || !import.meta.env.PROD) return
  isRegistered = true
  // The service worker takes control of open pages, so that its control does not say who served this one.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // The pages' policy allows this Trusted Types policy only, which gives one address.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const rules = { createScriptURL: () => workerUrl }
  const policy = trustedTypes?.createPolicy('service-worker', rules) ?? rules
  await container.register(policy.createScriptURL(workerUrl), { scope: '/' })
  if (navigation && navigation.workerStart > 0) return
  const registration = await container.ready
  const { origin, pathname } = window.location
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((url) => url.startsWith(`${origin}/assets/`))
  const message: WorkerMessage = { type: 'opened', path: pathname, files, account }
  registration.active?.postMessage(message)
}

/** Deletes everything that the service worker has stored, after the session has ended. */
export function deleteStoredAnswers(): void {
  container?.controller?.postMessage({ type: 'signed-out' } satisfies WorkerMessage)
  // Without a service worker in control, as after a reload with the cache off.
  if (typeof caches === 'undefined') return
  void caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))
}
