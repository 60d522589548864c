import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openProgram } from './testing/program.ts'
import { openSmtp, type TestSmtp } from './testing/smtp.ts'

/**
 * The program is killed while it sends mail. Without an answer SMTP does not say whether a message was accepted, so it
 * is sent again with the same Message-ID. Every other mail is sent once.
 */

let smtp: TestSmtp
let program: Awaited<ReturnType<typeof openProgram>>
beforeAll(async () => {
  smtp = await openSmtp()
  program = await openProgram('mail-kills', {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Duka la Asha <duka@shop.example.com>',
  })
})
afterAll(async () => {
  await program.close()
  await smtp.close()
})

const wait = { timeout: 60_000, interval: 100 }
/** As many mails as a node sends in parallel, and some more. */
const [AT_ONCE, MORE] = [5, 4]

async function signUp(name: string, count: number) {
  const addresses = Array.from({ length: count }, (_, n) => `${name}-${n}@example.com`)
  for (const email of addresses)
    expect(
      (await program.call('POST', '/auth/v1/signup', { email, password: 'Kasuku-7-wanaimba' })).status,
    ).toBe(200)
  return addresses
}
/** The Message-IDs that an address received, one for each delivery. */
const got = (mails: TestSmtp['received'], address: string) =>
  mails.filter(({ to }) => to?.[0]?.address === address).map(({ messageId }) => messageId)

test('mails of before arrive once, those on their way twice as the same one, those that waited once', async () => {
  const server = await program.start()
  const before = await signUp('before', 3)
  const sent = `select count(*)::int as n from mails where state = 'sent'`
  await vi.waitFor(async () => expect(await program.sql(sent)).toEqual([{ n: 3 }]), wait)

  smtp.neverAnswers = true
  const after = await signUp('after', AT_ONCE + MORE)
  await vi.waitFor(() => expect(smtp.received).toHaveLength(before.length + AT_ONCE), wait)
  await program.kill(server)
  smtp.neverAnswers = false

  // Ends the leases of the killed node.
  await program.sql(`update mails set due_at = now() where state = 'waiting'`)
  await program.start()
  await vi.waitFor(async () => expect(await program.sql(sent)).toEqual([{ n: 3 + AT_ONCE + MORE }]), wait)

  for (const address of before) expect(got(smtp.received, address)).toHaveLength(1)
  const times = after.map((address) => {
    const ids = got(smtp.received, address)
    expect(new Set(ids).size).toBe(1)
    expect(got(smtp.accepted, address)).toHaveLength(1)
    return ids.length
  })
  expect(times.toSorted()).toEqual([...Array<number>(MORE).fill(1), ...Array<number>(AT_ONCE).fill(2)])
}, 180_000)
