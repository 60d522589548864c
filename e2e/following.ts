import type { Page } from '@playwright/test'
import { expect } from './shop.ts'

interface Router {
  navigate(to: string): Promise<void>
}

/** Navigates as a link does, which does not load the page again, and waits until the next screen is rendered. */
export const follow = (page: Page, path: string) =>
  page.evaluate(async (to) => {
    // Without the number of what waits, which may be put before it at any time.
    const titleOf = () => document.title.replace(/^\(\d+\) /, '')
    const before = titleOf()
    await (window as unknown as { __reactRouterDataRouter: Router }).__reactRouterDataRouter.navigate(to)
    while (titleOf() === before) await new Promise(requestAnimationFrame)
  }, path)

/** Waits until a screen is loaded: its heading is there, and no list is busy or has placeholders. */
export async function expectLoaded(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true], .animate-breathe')).toHaveCount(0)
}

/** Expects that nothing scrolls sideways. */
export const expectFitting = async (page: Page, path: string) =>
  expect([
    path,
    await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ]).toEqual([path, true])

/** Expects that each badge is on one line, with its whole text. */
export const expectWholeBadges = async (page: Page, path: string) =>
  expect([
    path,
    await page.locator('[data-tone]:visible').evaluateAll((badges) =>
      badges
        .map((badge) => badge.lastElementChild!)
        .filter((text) => {
          const range = document.createRange()
          range.selectNodeContents(text)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          return lines.size !== 1 || text.scrollWidth > text.clientWidth
        })
        .map(({ textContent }) => textContent),
    ),
  ]).toEqual([path, []])
