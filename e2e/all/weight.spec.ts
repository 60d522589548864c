import { firstVisit, phone, screens, sessionsOf } from '../first-visit.ts'
import { expect, test } from '../shop.ts'

// A server of its own: the rows of other journeys would count.
test.use({ settings: { RATE_LIMIT_SCALE: '63' } })

/** Bytes and requests of a first visit, at most. React and React Router alone are 92 KB (decision 24). */
const budgets: Record<string, { bytes: number; requests: number }> = {
  public: { bytes: 35_000, requests: 4 },
  visitor: { bytes: 198_000, requests: 17 },
  customer: { bytes: 197_000, requests: 23 },
  admin: { bytes: 217_000, requests: 23 },
  '/admin/users': { bytes: 219_500, requests: 23 },
  '/admin/settings': { bytes: 217_500, requests: 23 },
  '/admin/settings/templates': { bytes: 217_000, requests: 25 },
  '/admin/payments/import': { bytes: 219_500, requests: 23 },
  '/dashboard/livechat': { bytes: 197_800, requests: 23 },
  '/dashboard/profile': { bytes: 214_000, requests: 23 },
}
const publicPages = ['/', '/pricing', '/support']

test('a first visit loads no more than its budget, and nothing twice', async ({ browser, shop }) => {
  const sessions = await sessionsOf(shop.address)
  // The set-up of a new shop is seen by one person on one day.
  await shop.sql(`insert into settings (key, value) values ('shop.isSetUp', 'true')`)
  // A stream that opens repeats what has just happened, and a screen then loads again.
  await shop.sql(`update events set at = at - interval '1 hour'`)
  const over: unknown[] = []
  const visits = (Object.entries(screens) as [keyof typeof screens, string[]][]).flatMap(([role, paths]) =>
    paths.map((path) => ({ role, path })),
  )
  const visitNext = async (): Promise<void> => {
    const next = visits.shift()
    if (!next) return
    const { role, path } = next
    const context = { ...phone, ...sessions[role] }
    const { bytes, requests, repeated } = await firstVisit(browser, shop.address + path, { context })
    const budget = (budgets[path] ?? budgets[publicPages.includes(path) ? 'public' : role])!
    if (bytes > budget.bytes || requests > budget.requests || repeated.length)
      over.push([path, bytes, requests, repeated])
    await visitNext()
  }
  // Each visit rests for a second at its end, while others load.
  await Promise.all(Array.from({ length: 4 }, visitNext))
  expect(over).toEqual([])
})
