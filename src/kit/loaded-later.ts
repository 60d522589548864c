import { lazy, type ComponentType } from 'react'

const STORAGE_KEY = 'kikoa-reloaded-at'
const RELOAD_PAUSE_MS = 30_000

/**
 * A component whose code is loaded when it is first rendered, inside a `Suspense`. After an upgrade its file may be
 * gone: then the page is loaded again, once in half a minute at most.
 */
export const loadedLater = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      const last = Number(sessionStorage.getItem(STORAGE_KEY))
      if (navigator.onLine && Date.now() - last > RELOAD_PAUSE_MS) {
        sessionStorage.setItem(STORAGE_KEY, String(Date.now()))
        window.location.reload()
      }
      throw error
    }
  })
