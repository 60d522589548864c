import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '@kikoa/auth'
import { type Answer, openShop, type Person, type Shop } from './testing/shop.ts'

/**
 * Every action that changes an account or helps a person log in writes its mail and its audit row in its own
 * transaction. If the mail can't be written, nothing is changed, and a retry writes it once. mail-smtp.test.ts
 * tests that a stored mail is delivered once, under one Message-ID.
 */

const PASSWORD = 'Kasuku-7-wanaimba'
const NEW = 'Tembo-9-wanacheza'

let shop: Shop
let hash: string
let key: string
beforeAll(async () => {
  hash = await hashPassword(PASSWORD)
  shop = await openShop({
    env: {
      AUTH_EMAIL_CONFIRMATION: 'on',
      AUTH_MAIL_COOLDOWN: '0',
      // The commits fail on purpose.
      LOG_LEVEL: 'silent',
    },
  })
  key = await shop.keys.sign({ role: 'service_role' })
  await shop.sql(`create function no_mail() returns trigger language plpgsql as
    $$ begin raise exception 'the disk of the mails is full'; end $$`)
})
afterAll(() => shop.close())

/** Makes the commit fail, after all other work of the transaction. */
const mailsFail = () =>
  shop.sql(`create constraint trigger no_mail after insert on mails deferrable initially deferred
    for each row execute function no_mail()`)
const mailsWork = () => shop.sql('drop trigger no_mail on mails')

interface Scene {
  person: Person
  admin: Person
  /** An address without an account. */
  fresh: string
}

interface Row {
  act: string
  mail: string
  /** The action in the audit log. */
  log: string
  /** The recipient, if it is not the person. */
  to?: 'fresh'
  /** Prepares the account. Returns what `does` needs of it. */
  before?: (scene: Scene) => Promise<unknown>
  // The result of `before`.
  does(scene: Scene, given: any): Promise<Answer> // oxlint-disable-line typescript/no-explicit-any
}

const serve = (method: string, path: string, body?: object) =>
  shop.at(0, key)(method, `/auth/v1${path}`, body)
const visit = (path: string, body: object) => shop.visitor('POST', `/auth/v1${path}`, body)
const put = ({ person }: Scene, body: object) => person.call('PUT', '/auth/v1/user', body)
const verifiedFactor = async ({ person }: Scene) => {
  const [row] = await shop.sql(
    `insert into auth.factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1, 'totp', 'verified') returning id`,
    [person.id],
  )
  await shop.sql(`update auth.sessions set aal = 'aal2' where id = $1`, [person.session])
  return row!.id as string
}

const rows: Row[] = [
  {
    act: 'a new password',
    mail: 'password-changed',
    log: 'user_updated_password',
    does: (scene) => put(scene, { password: NEW, current_password: PASSWORD }),
  },
  {
    act: 'a new password by a service key',
    mail: 'password-changed',
    log: 'user_modified',
    does: ({ person }) => serve('PUT', `/admin/users/${person.id}`, { password: NEW }),
  },
  {
    act: 'another address by a service key',
    mail: 'email-changed',
    log: 'user_modified',
    does: ({ person, fresh }) => serve('PUT', `/admin/users/${person.id}`, { email: fresh }),
  },
  {
    act: 'another phone number by a service key',
    mail: 'phone-changed',
    log: 'user_modified',
    does: ({ person }) => serve('PUT', `/admin/users/${person.id}`, { phone: '255712999001' }),
  },
  {
    act: 'an admin who ends all sessions',
    mail: 'sessions-revoked',
    log: 'sessions_revoked',
    does: ({ person, admin }) => admin.call('POST', `/api/admin/users/${person.id}/sign-out`),
  },
  {
    act: 'a deleted account',
    mail: 'account-deleted',
    log: 'user_deleted',
    does: ({ person, admin }) => admin.call('DELETE', `/api/admin/users/${person.id}`),
  },
  {
    act: 'a second factor',
    mail: 'factor-added',
    log: 'factor_updated',
    async before({ person }) {
      const factor = (await person.call('POST', '/auth/v1/factors', { factor_type: 'totp' })).body
      const challenge = (await person.call('POST', `/auth/v1/factors/${factor.id}/challenge`)).body
      const code = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) }).generate()
      return { factor: factor.id, challenge_id: challenge.id, code }
    },
    does: ({ person }, { factor, ...proof }: { factor: string; challenge_id: string; code: string }) =>
      person.call('POST', `/auth/v1/factors/${factor}/verify`, proof),
  },
  {
    act: 'recovery codes',
    mail: 'factor-added',
    log: 'recovery_codes_made',
    before: verifiedFactor,
    does: ({ person }) => person.call('POST', '/auth/v1/factors/recovery-codes'),
  },
  {
    act: 'a second factor less',
    mail: 'factor-removed',
    log: 'factor_unenrolled',
    before: verifiedFactor,
    does: ({ person }, id: string) => person.call('DELETE', `/auth/v1/factors/${id}`),
  },
  {
    act: 'a second factor that an admin takes away',
    mail: 'factor-removed',
    log: 'factor_unenrolled',
    before: verifiedFactor,
    does: ({ person, admin }, id: string) =>
      admin.call('DELETE', `/api/admin/users/${person.id}/factors/${id}`),
  },
  {
    act: 'a sign-up under an address that has an account',
    mail: 'already-registered',
    log: 'user_repeated_signup',
    does: ({ person }) => visit('/signup', { email: person.email, password: NEW }),
  },
  {
    act: 'a sign-up',
    mail: 'confirmation',
    log: 'user_confirmation_requested',
    to: 'fresh',
    does: ({ fresh }) => visit('/signup', { email: fresh, password: NEW }),
  },
  {
    act: 'an invitation',
    mail: 'invite',
    log: 'user_invited',
    to: 'fresh',
    does: ({ fresh }) => serve('POST', '/invite', { email: fresh }),
  },
  {
    act: 'a forgotten password',
    mail: 'recovery',
    log: 'user_recovery_requested',
    does: ({ person }) => visit('/recover', { email: person.email }),
  },
  {
    act: 'a log-in without a password',
    mail: 'magic-link',
    log: 'user_recovery_requested',
    does: ({ person }) => visit('/otp', { email: person.email }),
  },
  {
    act: 'a code for who has been signed in for long',
    mail: 'reauthentication',
    log: 'user_reauthenticate_requested',
    does: ({ person }) => person.call('GET', '/auth/v1/reauthenticate'),
  },
  {
    act: 'a wish for another address, to the one that is',
    mail: 'email-change-current',
    log: 'email_change_requested',
    does: (scene) => put(scene, { email: scene.fresh }),
  },
  {
    act: 'a wish for another address, to the one that is to be',
    mail: 'email-change-new',
    log: 'email_change_requested',
    to: 'fresh',
    does: (scene) => put(scene, { email: scene.fresh }),
  },
]

let fresh = 0

test.each(rows)('$act: $mail, with the act or not at all', async ({ mail, log, to, before, does }) => {
  const scene: Scene = {
    person: await shop.customer(),
    admin: await shop.admin(),
    fresh: `fresh-${++fresh}@example.com`,
  }
  await shop.sql('update auth.users set password_hash = $2 where id = $1', [scene.person.id, hash])
  const given = await before?.(scene)
  const recipient = to === 'fresh' ? scene.fresh : scene.person.email
  const written = async () =>
    (await shop.sql('select 1 from mails where recipient = $1 and kind = $2', [recipient, mail])).length
  const logged = async () => (await shop.sql('select 1 from audit_log where action = $1', [log])).length

  const [mailsBefore, logBefore] = [await written(), await logged()]
  await mailsFail()
  try {
    expect((await does(scene, given)).status).toBeGreaterThanOrEqual(500)
  } finally {
    await mailsWork()
  }
  expect([await written(), await logged()]).toEqual([mailsBefore, logBefore])

  expect((await does(scene, given)).status).toBeLessThan(300)
  expect(await written()).toBe(mailsBefore + 1)
  expect(await logged()).toBeGreaterThan(logBefore)
})

test('a stolen refresh token ends the session with its mail, or not at all', async () => {
  const person = await shop.customer()
  await shop.sql('update auth.users set password_hash = $2 where id = $1', [person.id, hash])
  const { body } = await visit('/token?grant_type=password', { email: person.email, password: PASSWORD })
  const refresh = (refresh_token: string) => visit('/token?grant_type=refresh_token', { refresh_token })
  const second = (await refresh(body.refresh_token)).body.refresh_token
  await refresh(second)
  await shop.sql(`update auth.refresh_tokens set superseded_at = superseded_at - interval '1 minute'
                   where superseded_at is not null`)
  const state = async () => {
    const [row] = await shop.sql(
      `select (select count(*)::int from auth.sessions where user_id = $1) as sessions,
              (select count(*)::int from mails where user_id = $1 and kind = 'sessions-revoked') as mails,
              (select count(*)::int from audit_log where entity_id = $1::text and action = 'refresh_token_reused') as log`,
      [person.id],
    )
    return row
  }
  await mailsFail()
  try {
    expect((await refresh(body.refresh_token)).status).toBe(500)
  } finally {
    await mailsWork()
  }
  expect(await state()).toEqual({ sessions: 2, mails: 0, log: 0 })
  expect((await refresh(body.refresh_token)).body.error_code).toBe('refresh_token_already_used')
  expect(await state()).toEqual({ sessions: 1, mails: 1, log: 1 })
})
