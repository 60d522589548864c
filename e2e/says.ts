import { expect, type Locator, type Page } from '@playwright/test'

/** A sentence is on the screen, however long the machine takes to bring it there. */
export const says = (page: Page | Locator, sentence: string) =>
  expect(page.getByText(sentence).first()).toBeVisible({ timeout: 60_000 })

/** Presses the first button of that name. */
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
