import { sql } from 'kysely'
import * as z from 'zod'
import {
  accountById,
  presentAccount,
  parseAccount,
  hashRequestedPassword,
  factorById,
} from './user-fields.ts'
import { byService } from './service-call.ts'
import type { Transaction } from '../tables.ts'
import { literally } from '@kikoa/postgres'
import { AUDIENCE } from '../keys/keys.ts'
import { invalid } from '../protocol/errors.ts'
import { type AuthRequest, parseFields } from '../protocol/call.ts'
import { presentUser, presentFactor } from '../protocol/present-user.ts'
import { identitiesAndFactors, userByAddress, type UserRow } from '../users.ts'
import { banEnd, callerOf, createPerson, unknownPassword, note } from './operations.ts'
import { addressTaken } from '../proofs/new-address.ts'
import { giveAddress } from './change-user.ts'
import { deleteAccount } from '../delete-user.ts'
import { removeFactor } from '../factors/remove.ts'

export const readUserAsService = byService('GET', '/admin/users/:id', async ({ database }, { params }) => ({
  body: await database.write('service', async (tx) =>
    presentAccount(tx, (await accountById(tx, params.id)).id),
  ),
}))

const sortable = ['created_at', 'updated_at', 'last_sign_in_at', 'email'] as const
const MOST = 1000

/** All accounts, page by page, newest first unless sorted otherwise. */
export const listUsers = byService('GET', '/admin/users', async (auth, { query }) => {
  const page = countOf(query, 'page', 1, 1_000_000)
  const perPage = countOf(query, 'per_page', 50, MOST)
  const { users, total } = await auth.database.read('service', async (tx) => {
    const sought = withFilter(query.filter)
    const [rows, counted] = await Promise.all([
      sql<UserRow>`select u.* from auth.users u where ${sought} order by ${orderOf(query.sort)}, u.id desc
        limit ${perPage} offset ${(page - 1) * perPage}`.execute(tx.db),
      sql<{ total: number }>`select count(*) as total from auth.users u where ${sought}`.execute(tx.db),
    ])
    return { users: await shown(tx, rows.rows), total: counted.rows[0]!.total }
  })
  const last = Math.max(1, Math.ceil(total / perPage))
  // The client takes the text after the first "=" of the address as the page number.
  const rest = new URLSearchParams({ per_page: String(perPage) })
  for (const name of ['filter', 'sort'] as const) if (query[name]) rest.set(name, query[name])
  const at = (to: number) => `<${auth.keys.issuer}/admin/users?page=${to}&${rest.toString()}>`
  const links = [...(page < last ? [`${at(page + 1)}; rel="next"`] : []), `${at(last)}; rel="last"`]
  return {
    body: { users, aud: AUDIENCE },
    headers: { 'x-total-count': String(total), link: links.join(', ') },
  }
})

function countOf(query: AuthRequest['query'], name: string, otherwise: number, most: number): number {
  const given = query[name]
  if (!given) return otherwise
  const count = Number(given)
  if (!Number.isInteger(count) || count < 1) throw invalid(`Bad Pagination Parameters: ${name}`)
  return Math.min(count, most)
}

/** Matches a part of the e-mail address or of the person's name. */
function withFilter(filter: string | undefined) {
  if (!filter) return sql`true`
  const pattern = `%${literally(filter)}%`
  return sql`(u.email ilike ${pattern} or u.user_metadata ->> 'full_name' ilike ${pattern})`
}

function orderOf(sort: string | undefined) {
  const [column = 'created_at', direction = 'desc'] = (sort || 'created_at desc').trim().split(/[\s.:]+/)
  if (!(sortable as readonly string[]).includes(column) || !/^(asc|desc)$/i.test(direction))
    throw invalid('Bad Sort Parameters: a field and asc or desc')
  return sql`${sql.ref(`u.${column}`)} ${sql.raw(direction.toLowerCase())} nulls last`
}

const shown = (tx: Transaction, rows: UserRow[]) =>
  Promise.all(rows.map(async (user) => presentUser({ user, ...(await identitiesAndFactors(tx, user.id)) })))

/** Makes an account and sends no mail. Without a password the owner chooses one by a recovery. */
export const createUser = byService('POST', '/admin/users', async (auth, { body }) => {
  const { wish: input, addresses } = parseAccount(body)
  const [address, phone] = addresses
  if (!address) throw invalid('Cannot create a user without either an email or phone')
  await auth.database.read('service', async (tx) => {
    for (const one of addresses) if (await userByAddress(tx, one)) throw addressTaken[one.kind]()
  })
  const data = input.user_metadata ?? {}
  const profile = await auth.application.readProfile(data)
  if (!profile.ok) throw invalid(profile.refusal.message)
  const now = auth.now()
  const bannedUntil = input.ban_duration === undefined ? null : banEnd(input.ban_duration, now)
  const passwordHash = (await hashRequestedPassword(auth, input)) ?? (await unknownPassword())
  const confirmed = Boolean(address.kind === 'email' ? input.email_confirm : input.phone_confirm)

  const user = await auth.database.write('service', async (tx) => {
    const made = await createPerson(tx, auth, {
      ...(input.id && { id: input.id }),
      address,
      passwordHash,
      confirmed,
      data,
      profile: profile.fields,
      now,
    })
    if (!made) throw addressTaken[address.kind]()
    await tx.db
      .updateTable('auth.users')
      .set({
        app_metadata: sql`${JSON.stringify(input.app_metadata ?? {})}::jsonb || app_metadata`,
        banned_until: bannedUntil,
      })
      .where('id', '=', made.id)
      .execute()
    if (phone) await giveAddress(tx, made, phone, { confirmed: Boolean(input.phone_confirm), now })
    return presentAccount(tx, made.id)
  })
  return { body: user }
})

const deleteFields = z.object({ should_soft_delete: z.boolean().optional() })

/** Deletes an account completely, or softly: then only its id and dates remain. */
export const deleteUser = byService('DELETE', '/admin/users/:id', async (auth, { body, params }) => {
  const { should_soft_delete: softly = false } = parseFields(deleteFields, body)
  await auth.database.write('service', async (tx) => {
    const user = await accountById(tx, params.id)
    await deleteAccount(tx, auth, user, { ...callerOf(tx), softly })
  })
  return { body: {} }
})

const PATH = '/admin/users/:id/factors'

const list = byService('GET', PATH, async ({ database }, { params }) => ({
  body: await database.write('service', async (tx) => {
    const { factors } = await identitiesAndFactors(tx, (await accountById(tx, params.id)).id)
    return factors.map(presentFactor)
  }),
}))

const fields = z.object({ friendly_name: z.string().max(200).optional() })

/** Changes the name only. Another type or phone would make it another factor. */
const change = byService('PUT', `${PATH}/:factor`, async (auth, { body, params }) => {
  const { friendly_name } = parseFields(fields, body)
  const factor = await auth.database.write('service', async (tx) => {
    const user = await accountById(tx, params.id)
    const { id } = await factorById(tx, user, params.factor)
    const changed = await tx.db
      .updateTable('auth.factors')
      .set({ updated_at: auth.now(), ...(friendly_name !== undefined && { friendly_name }) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await note(tx, auth, user, 'factor_updated', { after: { factor: id } })
    return changed
  })
  return { body: presentFactor(factor) }
})

const remove = byService('DELETE', `${PATH}/:factor`, async (auth, { params }) => {
  const factor = await auth.database.write('service', async (tx) => {
    const user = await accountById(tx, params.id)
    const found = await factorById(tx, user, params.factor)
    await removeFactor(tx, auth, user, found, callerOf(tx))
    return found
  })
  return { body: presentFactor(factor) }
})

/** The second factors of an account. */
export const factorCalls = [list, change, remove]
