import { expect, vi } from 'vitest'
import { keepMailData } from '../../../../app/testing/keep-mail-data.ts'
import { openShop, type Person } from '../../../../app/testing/shop.ts'
import type { StaffRole } from '../../../../shared/people/permissions.ts'
import type { Choices } from '../../staff-notifications.contract.ts'
import { makeBrowser, openGateway, openPushService, trust } from './outside.ts'

/** The address of the choices. */
export const path = '/api/admin/notifications'
export const wait = { timeout: 30_000, interval: 100 }
/** Choices of somebody who is not called, but for what a test adds. */
export const nothing = {
  sound: false,
  mail_minutes: null,
  text_by: null,
  late: false,
  kinds: ['domain', 'payment', 'chat'],
  days: [1, 2, 3, 4, 5, 6, 7],
  hours: null,
} satisfies Choices

/** A shop on two nodes with a push service and a gateway for texts, and what tests of calls do in it. */
export async function openCallingShop() {
  const pushService = await openPushService()
  const gateway = await openGateway()
  const endTrust = trust(pushService.cert)
  const shop = await openShop({
    nodes: 2,
    env: { WEBHOOK_ALLOW: `127.0.0.1:${pushService.port}`, SMS_URL: gateway.url, SMS_PER_DAY: '1000' },
  })
  await keepMailData(shop)
  const asha = await shop.customer()

  async function staffMember(choices: Partial<Choices> = {}, role: StaffRole = 'owner') {
    const one = await shop.admin(role)
    expect((await one.call('PUT', path, { ...nothing, ...choices })).status).toBe(200)
    return one
  }
  async function withBrowser(one: Person) {
    const browser = makeBrowser(pushService)
    const { status, body } = await one.call('PUT', `${path}/browser`, browser.subscription)
    expect([status, body.push]).toMatchObject([200, { is_on: true }])
    return browser
  }

  let serial = 0
  const ask = async (name = `kazi-${++serial}.com`) => {
    const { status, body } = await asha.call('POST', '/api/domain-requests', { requested_domain: name })
    expect(status).toBe(201)
    return { id: body.id as string, name }
  }
  const answer = ({ id }: { id: string }) =>
    shop.sql(`update requests set stage = 'rejected', status = 'rejected' where id = $1`, [id])
  /** Until the arrival was noted, with its calls. */
  const noted = ({ id }: { id: string }) =>
    vi.waitFor(async () => {
      const [row] = await shop.sql(`select id from inbox_arrivals where item_id = $1`, [id])
      expect(row).toBeDefined()
      return row!['id'] as string
    }, wait)
  const callsTo = ({ id }: Person) =>
    shop.sql(
      `select channel, state, is_late, reason from staff_notifications where user_id = $1 order by channel, created_at`,
      [id],
    )
  const settled = (one: Person, count: number) =>
    vi.waitFor(async () => {
      const calls = await callsTo(one)
      expect(calls.filter(({ state }) => state !== 'waiting')).toHaveLength(count)
      return calls
    }, wait)

  return {
    shop,
    asha,
    pushService,
    gateway,
    staffMember,
    withBrowser,
    ask,
    answer,
    noted,
    callsTo,
    settled,
    /** Removes the staff's choices, so that each test has staff of its own. */
    async reset() {
      pushService.status = 201
      await shop.sql(`delete from staff_notifications`)
      await shop.sql(`delete from push_subscriptions`)
      await shop.sql(`delete from notification_choices`)
    },
    async close() {
      await shop.close()
      await pushService.close()
      await gateway.close()
      endTrust()
    },
  }
}
