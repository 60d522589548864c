import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { keepMailData } from '../../../../app/testing/keep-mail-data.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { hashPassword } from '@kikoa/auth'
import { GOOD } from '@kikoa/auth/testing'
import { copyOut, tablesInOrder } from '@kikoa/postgres/backup'
import { translate } from '../../../../server/mail/messages.ts'
import { pageDefaults } from '../../../../shared/pages.ts'
import { DOMAIN_ACTIVE, EMAIL_ACTIVE } from '../../../products/active-statuses.ts'
import { requestMailTemplates } from '../request-mails.ts'

/** What must be handed over: facts that the customer reads, and secrets that are shown once. */

const SECRET = 'Twiga-1-anakimbia'
const FACTS = {
  webmail: 'https://webmail.example.com/login',
  imap_host: 'imap.example.com',
  imap_port: 993,
}

let shop: Shop
let admin: Person
let hash: string
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
  hash = await hashPassword(GOOD)
  await keepMailData(shop)
})
afterAll(() => shop.close())

async function customer() {
  const person = await shop.customer()
  await shop.sql('update auth.users set password_hash = $2 where id = $1', [person.id, hash])
  return person
}

/** An active address with what the activation stored. @returns the id of its service */
async function activated(person: Person, name: string, more: object = {}): Promise<string> {
  const { body } = await person.call('POST', '/api/email-requests', { requested_domain: name })
  const at = `/api/admin/email-requests/${body.id}`
  await admin.call('PATCH', at, { status: 'available', price: 10 })
  const done = await admin.call('PATCH', at, { status: EMAIL_ACTIVE, ...more })
  expect([done.status, JSON.stringify(done.body)]).toEqual([200, expect.not.stringContaining(SECRET)])
  const [service] = await shop.sql(`select id from services where request_id = $1`, [body.id])
  return service!.id
}
const withSecret = { facts: FACTS, secrets: { password: SECRET } }

const access = async (person: Person, id: string) =>
  (await person.call('GET', `/api/emails/${id}/access`)).body
const show = (call: Person['call'], id: string, body: object = { password: GOOD }) =>
  call('POST', `/api/emails/${id}/secrets/password`, body)
const service = async (id: string) => (await admin.call('GET', `/api/admin/services/${id}`)).body
const save = async (id: string, body: object, by = admin) =>
  by.call('PUT', `/api/admin/services/${id}/access`, { version: (await service(id)).version, ...body })
const logOf = (id: string) =>
  shop.sql(
    `select action, actor_id, before, after from audit_log
      where entity = 'record' and entity_id = $1 order by at, id`,
    [id],
  )
const mailsOf = ({ id }: Person) =>
  shop.sql(`select kind, data from mails where user_id = $1 order by created_at, id`, [id])

/** Every row as a backup has it. */
async function everything(): Promise<string> {
  const client = await shop.nodes[0]!.database.pool.connect()
  try {
    const parts: Buffer[] = []
    for (const table of await tablesInOrder(client))
      for await (const part of copyOut(client, table)) parts.push(part)
    return Buffer.concat(parts).toString()
  } finally {
    client.release()
  }
}

describe('an activation', () => {
  test('stores facts and secrets, and its mail has the facts', async () => {
    const asha = await customer()
    const id = await activated(asha, 'info@activated.com', withSecret)
    expect(await access(asha, id)).toEqual({
      record: expect.objectContaining({ id, email_address: 'info@activated.com' }),
      facts: FACTS,
      secrets: [{ name: 'password', set_at: expect.any(String), shown_at: null }],
      missing: false,
      renewal_price: null,
      renewable_from: expect.any(String),
      auto_renew: false,
    })
    expect((await mailsOf(asha)).at(-1)).toMatchObject({
      kind: 'request-activated',
      data: { service: id, facts: FACTS, secrets: ['password'] },
    })
    expect((await service(id)).secrets).toMatchObject([{ name: 'password', shown_at: null }])
  })

  test('that names what its product does not have is refused as a whole', async () => {
    const asha = await customer()
    const { body } = await asha.call('POST', '/api/domain-requests', {
      requested_domain: 'refused-facts.com',
    })
    const at = `/api/admin/domain-requests/${body.id}`
    await admin.call('PATCH', at, { status: 'available', price: 10 })
    for (const more of [{ facts: FACTS }, { secrets: { password: SECRET } }])
      expect((await admin.call('PATCH', at, { status: DOMAIN_ACTIVE, ...more })).status).toBe(400)
    expect(await shop.sql(`select id from services where request_id = $1`, [body.id])).toEqual([])
  })
})

describe('facts', () => {
  let count = 0
  test.each([
    [{ webmail: 'http://webmail.example.com' }],
    [{ webmail: 'https://me:pass@webmail.example.com' }],
    [{ webmail: 'javascript:alert(1)' }],
    [{ imap_host: 'not a host' }],
    [{ imap_port: 0 }],
    [{ imap_port: 65_536 }],
    [{ imap_port: '993' }],
    [{ nameservers: ['ns1.example.com'] }],
    [{ unknown: 'x' }],
  ])('%j are refused', async (facts) => {
    const asha = await customer()
    const id = await activated(asha, `bad-${++count}@example.com`)
    expect((await save(id, { facts })).status).toBe(400)
    expect((await access(asha, id)).facts).toEqual({})
  })

  test('are normalised, kept once, mailed once for each change, and audited with before and after', async () => {
    const asha = await customer()
    const id = await activated(asha, 'info@changed.com')
    expect((await save(id, { facts: { imap_host: ' IMAP.Example.com ' } })).status).toBe(200)
    expect((await access(asha, id)).facts).toEqual({ imap_host: 'imap.example.com' })
    // The same again changes nothing.
    await save(id, { facts: { imap_host: 'imap.example.com' } })
    await save(id, { facts: FACTS })
    const mails = (await mailsOf(asha)).filter(({ kind }) => kind === 'record-access')
    expect(mails.map(({ data }) => data.facts)).toEqual([{ imap_host: 'imap.example.com' }, FACTS])
    expect((await logOf(id)).map(({ action, before, after }) => [action, before.facts, after.facts])).toEqual(
      [
        ['record.facts-changed', {}, { imap_host: 'imap.example.com' }],
        ['record.facts-changed', { imap_host: 'imap.example.com' }, FACTS],
      ],
    )
    const { version } = await service(id)
    const stale = { version: version - 1, facts: {} }
    expect((await save(id, stale)).body.code).toBe('CONFLICT')
  })

  test('are mailed in both languages, with a link to their page and without a secret', () => {
    const data = {
      product: 'email',
      subject: 'info@soko.com',
      service: '0192aaaa-0000-7000-8000-000000000000',
      facts: FACTS,
      secrets: ['password'],
    }
    for (const locale of ['en', 'sw'] as const) {
      const mail = requestMailTemplates['record-access'](data, {
        locale,
        translate: (name, values) => translate(locale, name, values),
        business: pageDefaults.business,
        site: 'https://shop.example',
      })
      expect(mail.subject).toContain('info@soko.com')
      expect(mail.facts?.map(([, value]) => value)).toEqual(
        expect.arrayContaining([...Object.values(FACTS).map(String)]),
      )
      expect(mail.button?.link).toBe(`https://shop.example/dashboard/emails/${data.service}`)
      expect(JSON.stringify(mail)).not.toMatch(/undefined|\{\w+\}/)
    }
  })
})

describe('a secret', () => {
  test('is in no row and no backup in plain, and only its name is audited', async () => {
    const asha = await customer()
    const id = await activated(asha, 'info@sealed.com', withSecret)
    const hex = Buffer.from(SECRET).toString('hex')
    const stored = await everything()
    expect(stored).toContain('imap.example.com')
    expect(stored.includes(SECRET) || stored.includes(hex)).toBe(false)
    expect((await logOf(id)).filter(({ action }) => action === 'record.secret-set')).toEqual([
      { action: 'record.secret-set', actor_id: admin.id, before: null, after: { secret: 'password' } },
    ])
    const exported = await asha.call('GET', '/api/account/export')
    expect(JSON.stringify(exported.body)).not.toMatch(/"sealed"/)
  })

  test('is shown to exactly one of eight at once on two nodes, and its bytes are gone', async () => {
    const asha = await customer()
    const id = await activated(asha, 'info@once.com', withSecret)
    const answers = await eightTimes((turn) => show(shop.at(turn % 2, asha.token), id))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    expect(answers.find(({ status }) => status === 200)!.body).toEqual({ secret: SECRET })
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('SECRET_SHOWN')
    const [row] = await shop.sql(`select sealed, shown_at from service_secrets where service_id = $1`, [id])
    expect(row).toEqual({ sealed: null, shown_at: expect.any(Date) })
    expect((await logOf(id)).filter(({ action }) => action === 'record.secret-shown')).toMatchObject([
      { actor_id: asha.id, after: { secret: 'password', session: asha.session, ip: '127.0.0.1' } },
    ])
    expect((await service(id)).secrets[0].shown_at).toBe(row!.shown_at.toISOString())
    expect((await everything()).includes(SECRET)).toBe(false)
  })

  test('that was shown can be replaced, with a mail, and is then shown once more', async () => {
    const asha = await customer()
    const id = await activated(asha, 'info@again.com', withSecret)
    expect((await show(asha.call, id)).body).toEqual({ secret: SECRET })
    await save(id, { secrets: { password: 'Second-1-secret' } })
    expect((await mailsOf(asha)).at(-1)).toMatchObject({
      kind: 'record-access',
      data: { secrets: ['password'] },
    })
    expect((await show(asha.call, id)).body).toEqual({ secret: 'Second-1-secret' })
  })

  test('needs the password, though the session is good', async () => {
    const asha = await customer()
    const id = await activated(asha, 'info@proof.com', withSecret)
    for (const body of [{}, { password: 'Wrong-pass-1' }])
      expect(await show(asha.call, id, body)).toMatchObject({ status: 403, body: { code: 'PASSWORD_WRONG' } })
    expect((await access(asha, id)).secrets[0].shown_at).toBeNull()
    const [entry] = await shop.sql(
      `select after from audit_log where action = 'current_password_wrong' and actor_id = $1`,
      [asha.id],
    )
    expect(entry).toEqual({ after: { session: asha.session } })
  })

  test('needs a log-in or factor of just now, where there is no password', async () => {
    const asha = await shop.customer()
    const id = await activated(asha, 'info@no-password.com', withSecret)
    const age = (minutes: number, amr: object[]) =>
      shop.sql(
        `update auth.sessions set created_at = now() - $2 * interval '1 minute', amr = $3 where id = $1`,
        [asha.session, minutes, JSON.stringify(amr)],
      )
    await age(16, [])
    expect((await show(asha.call, id, {})).body.code).toBe('LOG_IN_AGAIN')
    await age(16, [{ method: 'totp', timestamp: Math.floor(Date.now() / 1000) }])
    expect((await show(asha.call, id, {})).body).toEqual({ secret: SECRET })
  })

  test("is nobody else's: another customer, an admin, and one who acts for the customer", async () => {
    const [asha, juma] = [await customer(), await customer()]
    const id = await activated(asha, 'info@mine.com', withSecret)
    await shop.sql('update auth.users set password_hash = $2 where id = $1', [admin.id, hash])
    for (const other of [juma, admin]) {
      expect((await show(other.call, id)).status).toBe(404)
      expect((await other.call('GET', `/api/emails/${id}/access`)).status).toBe(404)
    }
    const acting = `/api/admin/profiles/${asha.id}/emails/${id}/secrets/password`
    expect((await admin.call('POST', acting, { password: GOOD })).status).toBe(404)
    expect((await asha.call('POST', `/api/domains/${id}/secrets/transfer_code`, {})).status).toBe(404)
    expect((await save(id, { facts: {} }, await shop.admin('support'))).status).toBe(403)
    expect((await access(asha, id)).secrets[0].shown_at).toBeNull()
  })

  test('goes when the service is ended or handed over, and with the account', async () => {
    const [asha, juma] = [await customer(), await customer()]
    const ids = await Promise.all(
      ['ended', 'moved', 'erased'].map((name) => activated(asha, `info@${name}.com`, withSecret)),
    )
    const left = async () =>
      (await shop.sql(`select service_id from service_secrets where service_id = any ($1)`, [ids])).map(
        ({ service_id }) => service_id,
      )
    const act = async (id: string, name: string, body: object) =>
      admin.call('POST', `/api/admin/services/${id}/${name}`, {
        version: (await service(id)).version,
        ...body,
      })
    expect((await act(ids[0]!, 'end', { reason: 'Fraud' })).status).toBe(200)
    expect((await act(ids[1]!, 'hand-over', { email: juma.email })).status).toBe(200)
    expect(await left()).toEqual([ids[2]])
    expect(await access(juma, ids[1]!)).toMatchObject({ facts: FACTS, secrets: [] })
    expect((await admin.call('DELETE', `/api/admin/users/${asha.id}`)).status).toBe(200)
    expect(await left()).toEqual([])
    expect(await shop.sql(`select facts from services where id = $1`, [ids[2]])).toEqual([{ facts: {} }])
  })
})

test('guesses of the password are counted as those of a log-in', async () => {
  const strict = await openShop({ env: { RATE_LIMIT_SCALE: '1' } })
  try {
    const [asha, owner] = [await strict.customer(), await strict.admin()]
    await strict.sql('update auth.users set password_hash = $2 where id = $1', [asha.id, hash])
    const { body } = await asha.call('POST', '/api/email-requests', { requested_domain: 'info@guess.com' })
    await owner.call('PATCH', `/api/admin/email-requests/${body.id}`, { status: EMAIL_ACTIVE, ...withSecret })
    const [service] = await strict.sql(`select id from services`)
    const tries: number[] = []
    for (let turn = 0; turn < 11; turn++)
      tries.push((await show(asha.call, service!.id, { password: 'Wrong-pass-1' })).status)
    expect(tries).toEqual([...Array(10).fill(403), 429])
    expect((await show(asha.call, service!.id)).status).toBe(429)
  } finally {
    await strict.close()
  }
})
