import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import type { Person, Shop } from '../../../../app/testing/shop.ts'
import { type Receiver, startReceiver } from './receiver.ts'

/** Receivers for endpoints that an admin makes, and a customer who makes something happen. */
export const listeningIn = (here: () => { shop: Shop; admin: Person; asha: Person }) => {
  const receivers: Receiver[] = []
  let serial = 0
  async function listenFor(...types: string[]) {
    const receiver = await startReceiver()
    receivers.push(receiver)
    const id = randomUUID()
    const made = await here().admin.call('PUT', `/api/admin/webhooks/${id}`, { url: receiver.url, types })
    expect(made.status).toBe(200)
    return { id, receiver, secret: made.body.secret as string }
  }
  const rows = () =>
    here().shop.sql(
      `select id, state, attempts, type, body, status, answer, reason, due_at from webhook_deliveries order by created_at, id`,
    )
  /** Repeats a look until it shows what is waited for. */
  const until = <T>(look: () => Promise<T>, isDone: (found: T) => boolean): Promise<T> =>
    vi.waitFor(
      async () => {
        const found = await look()
        expect(isDone(found)).toBe(true)
        return found
      },
      { timeout: 60_000, interval: 50 },
    )
  return {
    listenFor,
    rows,
    until,
    ask: () =>
      here().asha.call('POST', '/api/domain-requests', { requested_domain: `hooked-${++serial}.com` }),
    /** The number in the name that was asked last. */
    serial: () => serial,
    settled: () => until(rows, (found) => found.every(({ state }) => state === 'sent')),
    async closeReceivers() {
      for (const receiver of receivers.splice(0)) await receiver.close()
    },
  }
}
