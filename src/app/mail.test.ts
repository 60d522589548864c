import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pngOf } from '../server/pictures/testing/pictures.ts'
import { openShop, type Shop } from './testing/shop.ts'

let shop: Shop
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-mail-'))
  shop = await openShop({
    nodes: 2,
    env: { DATA_DIR: folder, AUTH_EMAIL_CONFIRMATION: 'on', LOG_LEVEL: 'silent' },
  })
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const signUp = (email: string, headers: Record<string, string> = {}) =>
  shop.visitor('POST', '/auth/v1/signup', { email, password: 'Kasuku-7-wanaimba' }, headers)

/** The mails to an address, oldest first, once there are at least `count`. */
async function mailsTo(address: string, count = 1): Promise<Email[]> {
  const read = async () => {
    const files = (await readdir(join(folder, 'mail'))).filter((name) => name.endsWith('.eml')).toSorted()
    const mails = await Promise.all(
      files.map(async (name) => PostalMime.parse(await readFile(join(folder, 'mail', name)))),
    )
    return mails.filter(({ to }) => to?.[0]?.address === address)
  }
  await expect.poll(async () => (await read()).length).toBeGreaterThanOrEqual(count)
  return read()
}

test('a sign-up is mailed once, from one of two nodes, with its code in both forms', async () => {
  await signUp('asha@example.com')
  const [mail, ...others] = await mailsTo('asha@example.com')
  expect(others).toEqual([])
  expect(mail!.subject).toBe('Confirm your email address')
  const code = /\b\d{6}\b/.exec(mail!.text!)![0]
  expect(mail!.html).toContain(code)
  expect(mail!.from).toEqual({ name: 'Kikoa', address: 'no-reply@localhost' })
  expect(mail!.messageId).toMatch(/^<[0-9a-f-]{36}@localhost>$/)
  // A mail is marked as sent after it was written.
  await expect
    .poll(() => shop.sql(`select * from mails where recipient = 'asha@example.com'`))
    .toMatchObject([{ state: 'sent', data: null, sealed: null, secret: true, attempts: 1 }])
})

test('files of mails are for the operator alone', async () => {
  await signUp('private@example.com')
  await mailsTo('private@example.com')
  const [name] = await readdir(join(folder, 'mail'))
  expect((await stat(join(folder, 'mail'))).mode & 0o077).toBe(0)
  expect((await stat(join(folder, 'mail', name!))).mode & 0o077).toBe(0)
})

test('somebody who signs up on a Swahili page is written to in Swahili', async () => {
  await signUp('juma@example.com', { cookie: 'kikoa_language=sw' })
  await signUp('neema@example.com', { 'accept-language': 'sw-TZ,sw;q=0.9,en;q=0.5' })
  for (const address of ['juma@example.com', 'neema@example.com'])
    expect((await mailsTo(address))[0]!.subject).toBe('Thibitisha anwani yako ya barua pepe')
})

test('the mail to a deleted account goes out, and its address with it', async () => {
  const person = await shop.customer()
  await shop.sql(`update auth.users set password_hash = null where id = $1`, [person.id])
  expect((await person.call('POST', '/api/account/deletion', {})).body).toEqual({ outcome: 'deleted' })
  expect(await mailsTo(person.email)).toHaveLength(1)
  await expect
    .poll(() =>
      shop.sql(`select 1 from mails where recipient = $1 or user_id = $2`, [person.email, person.id]),
    )
    .toEqual([])
})

test('a sign-up that is refused in the end mails nobody', async () => {
  await shop.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`)
  await shop.sql(`create trigger refuse before update on auth.users for each row execute function refuse()`)
  await signUp('nobody@example.com')
  await shop.sql(`drop trigger refuse on auth.users`)
  expect(await shop.sql(`select 1 from mails where recipient = 'nobody@example.com'`)).toEqual([])
})

test("the shop's logo comes with the mail, and nothing else is shown from outside", async () => {
  const admin = await shop.admin()
  const image = pngOf(64, 32).toString('base64')
  expect((await admin.call('POST', '/api/admin/settings/logo', { image })).status).toBe(200)
  await signUp('logo@example.com')
  const [mail] = await mailsTo('logo@example.com')
  expect(mail!.attachments).toMatchObject([{ mimeType: 'image/png', disposition: 'inline' }])
  expect(mail!.html!.match(/<img [^>]*src="([^"]*)"/)![1]).toBe('cid:logo@shop')
  expect(mail!.html).not.toMatch(/src="http/)
})
