import type { Page } from '@playwright/test'
import { expect, type Shop } from './shop.ts'

const isStored = (page: Page, path: string) =>
  page.evaluate(async (stored) => Boolean(await caches.match(stored, { cacheName: 'pages' })), path)

/** Opens screens until the service worker has stored them with their data. */
export async function openScreens(page: Page, ...paths: string[]) {
  for (const path of paths) {
    await page.goto(path)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await expect.poll(() => isStored(page, path)).toBe(true)
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  }
}

/** Does work without a network. */
export const offline = (shop: Shop, page: Page, work: () => Promise<void>) =>
  shop.failing(async () => {
    await page.context().setOffline(true)
    try {
      await work()
    } finally {
      await page.context().setOffline(false)
    }
  })

/** What a screen says above data from before. */
export const lastUpdated = 'What you see was last updated'
