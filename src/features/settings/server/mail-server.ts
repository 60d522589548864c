import type { Transaction } from '../../../server/database/database.ts'
import { withDeadline } from '../../../server/deadline.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { type AllowedTargets, InnerAddress } from '../../../server/http/outbound.ts'
import type { HostLimit, Limits } from '@kikoa/auth'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { failureWords } from '../../../server/mail/mail.jobs.ts'
import {
  type Delivery,
  guardedTransport,
  type MailServer,
  openPassword,
  sealPassword,
} from '../../../server/mail/mail-server.ts'
import type { Sealing } from '../../../server/seal.ts'
import type { Input } from '../../../shared/contract.ts'
import { isEmail } from '../../../shared/people/email.ts'
import { Refused } from '../../../shared/refusal.ts'
import { audit } from '../../audit/server/audit.ts'
import type { mailServerContract } from '../mail/mail-server.contract.ts'

export interface MailServerServices {
  mailServer: MailServer
  keys: Sealing
  limits: Pick<Limits, 'consume'>
  allowed: AllowedTargets
  /** Whether the operator's MAIL_FROM is the sender. */
  isSenderFixed: boolean
  /** Sends a test mail. It waits for the server. */
  sendTest(delivery: Delivery, to: { id: string; email: string }): Promise<void>
}

/** A request has 14 s. A server that takes longer is too slow for a form, and says nothing that can be shown. */
/** Of an admin who names a mail server. */
const TEST_MAILS: HostLimit = { name: 'mail-server-test', tries: 20, seconds: 600 }
const TEST_MS = 11_000
/** How long the server may be silent in the test, so that the reason is its own and not the deadline's. */
const SILENCE_MS = 9_000

const columns = ['host', 'port', 'encryption', 'username', 'from_address', 'version'] as const

const savedServer = ({ db }: Transaction) => db.selectFrom('mail_server').select(columns).executeTakeFirst()

/** The mail server with its sender, without its password. */
export async function showMailServer(
  caller: CallerContext,
  { mailServer, isSenderFixed }: MailServerServices,
) {
  const row = await caller.read(savedServer)
  const { way, from } = await mailServer.current()
  return {
    way,
    sender: from.address,
    sender_fixed: isSenderFixed,
    server: row
      ? {
          host: row.host,
          port: row.port,
          encryption: row.encryption,
          username: row.username,
          has_password: row.username !== null,
          from_email: row.from_address,
          version: row.version,
        }
      : null,
  }
}

/**
 * Sends a test mail to the caller by a mail server, and saves the server once it has taken it, so that a wrong one never
 * holds up the mails. Refuses with the codes of the contract.
 */
export async function setMailServer(
  caller: CallerContext,
  services: MailServerServices,
  { password, from_email: from, version, ...typed }: Input<typeof mailServerContract.setMailServer>,
) {
  const { mailServer, keys, limits, allowed, sendTest } = services
  const person = caller.person()
  const { email, before } = await caller.read(async (tx) => ({
    email: await addressOf(tx, person),
    before: await savedServer(tx),
  }))
  if ((await mailServer.current()).way === 'environment') throw new Refused('SET_BY_ENVIRONMENT')
  const isSame =
    before?.host === typed.host && before.port === typed.port && before.username === typed.username
  // The stored password goes to nobody but the server that it was typed for.
  if (typed.username && !password && !(isSame && before.encryption === typed.encryption))
    throw new Refused('PASSWORD_NEEDED')
  const secret = typed.username ? (password ?? (await storedPassword(caller, keys))) : null
  if (await limits.consume(TEST_MAILS, person)) throw new Refused('TOO_MANY_REQUESTS')
  try {
    const transport = await guardedTransport({ ...typed, password: secret }, allowed, {
      silenceMs: SILENCE_MS,
    })
    const sender = services.isSenderFixed ? (await mailServer.current()).from : { name: null, address: from }
    await withDeadline(TEST_MS, sendTest({ way: 'form', from: sender, transport }, { id: person, email }))
  } catch (error) {
    if (error instanceof InnerAddress) throw new Refused('TARGET_REFUSED')
    throw new Refused('MAIL_REFUSED', { words: failureWords(error) })
  }
  await caller.write(async (tx) => {
    const after = { ...typed, from_address: from }
    const row = {
      ...after,
      sealed: secret === null ? null : sealPassword(secret, keys),
      updated_at: caller.now,
      updated_by: person,
    }
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('mail_server')
      .values(row)
      .onConflict((conflict) => {
        const update = conflict
          .column('slot')
          .doUpdateSet((eb) => ({ ...row, version: eb('mail_server.version', '+', 1) }))
        return version === undefined ? update : update.where('mail_server.version', '=', version)
      })
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) throw new Refused('CONFLICT')
    const { version: _, ...known } = before ?? { version: 0 }
    await audit(tx, 'admin', { action: 'mail-server.changed', entity: 'setting', before: known, after })
    await announce(tx)
  })
  await mailServer.refresh()
  return { server: await showMailServer(caller, services), tested: email }
}

/** Forgets the server of the form. Mails are written to files then, or go by SMTP_URL. */
export async function removeMailServer(caller: CallerContext, services: MailServerServices) {
  await caller.write(async (tx) => {
    const before = await savedServer(tx)
    if (!before) return
    await tx.db.deleteFrom('mail_server').execute()
    await audit(tx, 'admin', { action: 'mail-server.removed', entity: 'setting', before })
    await announce(tx)
  })
  await services.mailServer.refresh()
  return showMailServer(caller, services)
}

/** Every node reads the settings again at this event. */
const announce = (tx: Transaction) =>
  publishEvents(tx, { user_id: null, type: 'setting.changed', topics: ['settings'] })

async function addressOf({ db }: Transaction, person: string): Promise<string> {
  const admin = await db.selectFrom('profiles').select('email').where('id', '=', person).executeTakeFirst()
  if (!admin?.email || !isEmail(admin.email)) throw new Refused('NO_ADDRESS')
  return admin.email
}

/** Admins can't read it. A password that can't be opened has to be typed again. */
async function storedPassword({ database }: CallerContext, keys: Sealing): Promise<string> {
  const row = await database.read('service', ({ db }) =>
    db.selectFrom('mail_server').select('sealed').executeTakeFirst(),
  )
  if (!row?.sealed) throw new Refused('PASSWORD_NEEDED')
  try {
    return openPassword(row.sealed, keys)
  } catch {
    throw new Refused('PASSWORD_NEEDED')
  }
}
