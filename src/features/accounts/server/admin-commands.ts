import type { Database, Transaction } from '../../../server/database/database.ts'
import { StartError } from '../../../server/start-error.ts'
import { Refused } from '../../../shared/refusal.ts'
import { isEmail, normalEmail } from '../../../shared/people/email.ts'
import { auditAccount, requireOtherOwner } from './application.ts'
import {
  closedFactors,
  hashPassword,
  identitiesAndFactors,
  isProved,
  isUuid,
  type KeyLocation,
  type Keys,
  lockedByAddress,
  MOST_BYTES,
  removeFactor,
  rotateKey,
  signingRoot,
  userByAddress,
  type UserRow,
  weakPassword,
} from '@kikoa/auth'
import { staffRoles } from '../../../shared/people/permissions.ts'
import { changeRole, giveRole, makeAdmin } from './make-admin.ts'
import { randomUUIDv7 } from 'node:crypto'

/*
 * Commands for admin accounts, run by the operator from the shell. They need no log-in: shell access is the
 * permission. Each returns the sentence to print, and throws a StartError with one sentence on a refusal.
 */

/** Makes an admin's account. If the address has an account, use `grantAdmin`. */
export async function createAdmin(
  database: Database,
  typed: string,
  password: string,
  { rule, now }: { rule: string; now: Date },
) {
  const email = addressOf(typed)
  if (await database.read('service', (tx) => userByAddress(tx, { kind: 'email', value: email })))
    throw new StartError(`${email} has an account already: use \`npm run admin -- grant ${email}\`.`)
  if (Buffer.byteLength(password) > MOST_BYTES)
    throw new StartError(`The password must not be longer than ${MOST_BYTES} bytes.`)
  const weak = await weakPassword(password, rule)
  if (weak) throw new StartError(weak.message)
  const passwordHash = await hashPassword(password)
  await database.write('service', (tx) => makeAdmin(tx, { email, passwordHash, now }))
  return `${email} is an admin now.`
}

/**
 * Makes an admin of a person who has proved their account, or changes what an admin may do. Their password stays the same.
 * @param typedRole one of the staff roles. Without it a new admin is an owner, and an admin stays what they are.
 */
export async function grantAdmin(
  database: Database,
  typed: string,
  now: Date,
  typedRole?: string,
): Promise<string> {
  const email = addressOf(typed)
  const staffRole = staffRoles.find((role) => role === typedRole)
  if (typedRole !== undefined && !staffRole)
    throw new StartError(`"${typedRole}" is no role: use one of ${staffRoles.join(', ')}.`)
  return database.write('service', async (tx) => {
    const user = await known(tx, email)
    if ((await roleOf(tx, user)) === 'admin') {
      if (!staffRole) return `${email} is an admin already.`
      await changeRole(tx, { now: () => now }, user, { role: 'admin', staffRole }).catch(lastOwner(email))
      return `${email} is an admin with the role ${staffRole} now.`
    }
    if (!isProved(user))
      throw new StartError(
        `Nobody has proved yet that the account of ${email} is theirs: have them log in with a code or link sent to that address, then grant again.`,
      )
    await giveRole(tx, user.id, 'admin', now, staffRole && { staffRole })
    await auditAccount(tx, {
      action: 'admin_granted',
      user: user.id,
      role: 'service',
      after: { role: 'admin', staff_role: staffRole ?? 'owner' },
    })
    return staffRole ? `${email} is an admin with the role ${staffRole} now.` : `${email} is an admin now.`
  })
}

const lastOwner =
  (email: string) =>
  (error: unknown): never => {
    if (!(error instanceof Refused)) throw error
    throw new StartError(`${email} is the last owner: make another one first.`)
  }

/** Makes an admin a customer again. Refuses for the last owner. */
export async function revokeAdmin(database: Database, typed: string, now: Date): Promise<string> {
  const email = addressOf(typed)
  return database.write('service', async (tx) => {
    const user = await known(tx, email)
    await requireOtherOwner(tx, user.id, now).catch(lastOwner(email))
    if ((await roleOf(tx, user)) !== 'admin') return `${email} is no admin.`
    await giveRole(tx, user.id, 'user', now)
    await auditAccount(tx, { action: 'admin_revoked', user: user.id, role: 'service' })
    return `${email} is a customer now.`
  })
}

/** Removes a person's second factors, after the loss of the device and the recovery codes. */
export async function removeFactors(database: Database, typed: string): Promise<string> {
  const email = addressOf(typed)
  return database.write('service', async (tx) => {
    const user = await known(tx, email)
    const { factors } = await identitiesAndFactors(tx, user.id)
    if (factors.length === 0) return `${email} has no second factor.`
    // Recovery codes first: they would be removed with the last other factor.
    const codesFirst = factors.toSorted((one) => (one.factor_type === 'recovery_code' ? -1 : 1))
    for (const factor of codesFirst)
      await removeFactor(tx, { application: { audit: auditAccount } }, user, factor, {
        actor: null,
        role: 'service',
      })
    return `${email} logs in with the password alone now.`
  })
}

/**
 * Removes the second factors that can't be opened because their sealing key is lost, so that the server can
 * start again. The others stay. Refuses unless the operator is `sure`.
 */
export async function resetFactors(
  database: Database,
  config: KeyLocation,
  { sure }: { sure: boolean },
): Promise<string> {
  const fromSigningKey = await signingRoot(config, database)
  const closed = await database.write('service', (tx) => closedFactors(tx, config, fromSigningKey))
  const people = new Set(closed.map(({ user_id }) => user_id)).size
  const count = `${closed.length} of ${people} ${people === 1 ? 'person' : 'people'}`
  if (closed.length === 0) return 'Every second factor can be opened: there is nothing to reset.'
  if (!sure)
    throw new StartError(
      `This removes the second factors that can't be opened (${count}), who then log in with the password alone: add --yes to do it.`,
    )
  for (const { id, user_id } of closed)
    await database.write('service', async (tx) => {
      const { user, factors } = await accountOf(tx, user_id)
      const factor = factors.find((one) => one.id === id)
      if (factor)
        await removeFactor(tx, { application: { audit: auditAccount } }, user, factor, {
          actor: null,
          role: 'service',
        })
    })
  return `The second factors that couldn't be opened are removed (${count}).`
}

async function accountOf(tx: Transaction, id: string) {
  const user = await tx.db.selectFrom('auth.users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { user, ...(await identitiesAndFactors(tx, id)) }
}

function addressOf(typed: string): string {
  if (!isEmail(typed)) throw new StartError(`"${typed}" is no e-mail address.`)
  return normalEmail(typed)
}

async function known(tx: Transaction, email: string): Promise<UserRow> {
  const user = await lockedByAddress(tx, { kind: 'email', value: email })
  if (!user)
    throw new StartError(`Nobody has an account under ${email}: use \`npm run admin -- create ${email}\`.`)
  return user
}

const roleOf = async ({ db }: Transaction, { id }: UserRow) =>
  (await db.selectFrom('profiles').select('role').where('id', '=', id).forUpdate().executeTakeFirst())?.role

/*
 * The operator's key commands for the shell. Each returns the sentence to print, or throws a StartError with
 * one.
 */

const DAY_S = 24 * 60 * 60

/**
 * Makes a service key: a token with the role `service_role`, with the rights of an admin until it expires or
 * is revoked by its id. The token is not stored.
 */
export async function makeServiceKey(
  database: Database,
  keys: Keys,
  { days, now }: { days: number; now: Date },
): Promise<{ id: string; key: string }> {
  if (!Number.isInteger(days) || days < 1 || days > 3650)
    throw new StartError('--days must be a whole number from 1 to 3650.')
  const id = randomUUIDv7()
  const iat = Math.floor(now.getTime() / 1000)
  const exp = iat + days * DAY_S
  const expires_at = new Date(exp * 1000)
  await database.write('service', async (tx) => {
    await tx.db.insertInto('auth.service_keys').values({ id, expires_at, created_at: now }).execute()
    await auditAccount(tx, { action: 'service_key_made', role: 'service', after: { id, expires_at } })
  })
  return { id, key: await keys.sign({ iss: keys.issuer, role: 'service_role', jti: id, iat, exp }) }
}

/** Revokes a service key. Its next call is refused on every node. */
export async function revokeServiceKey(database: Database, id: string, now: Date): Promise<string> {
  if (!isUuid(id)) throw new StartError(`"${String(id)}" is no id of a service key.`)
  return database.write('service', async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('auth.service_keys')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) throw new StartError(`There is no service key ${id} that could be revoked.`)
    await auditAccount(tx, { action: 'service_key_revoked', role: 'service', after: { id } })
    return `The service key ${id} is revoked.`
  })
}

/** Replaces the current signing key with a new one. */
export async function rotateSigningKey(
  rotation: Omit<Parameters<typeof rotateKey>[0], 'database'> & { database: Database },
): Promise<string> {
  const { kid, signsFrom, verifiesUntil } = await rotateKey(rotation)
  await rotation.database.write('service', (tx) =>
    auditAccount(tx, {
      action: 'signing_key_rotated',
      role: 'service',
      after: { kid, signs_from: signsFrom.toISOString() },
    }),
  )
  return rotation.atOnce
    ? `The key ${kid} signs from now on. Whatever the old ones signed is void: people stay signed in, service keys have to be made again.`
    : `The key ${kid} is published and signs from ${signsFrom.toISOString()}; the old ones verify until ${verifiesUntil.toISOString()}.`
}
