import { sql } from 'kysely'
import type { Transaction } from '../../server/database/database.ts'
import { literally } from '../../server/database/search.ts'
import { AUDIENCE } from '../keys/verify-token.ts'
import { invalid } from '../protocol/auth-error.ts'
import type { Ask } from '../protocol/call.ts'
import { shownUser } from '../protocol/shown-user.ts'
import { belongings, type UserRow } from '../users.ts'
import { byService } from './service.ts'

const sortable = ['created_at', 'updated_at', 'last_sign_in_at', 'email'] as const
const MOST = 1000

/** The accounts of the house, page by page, newest first unless sorted otherwise. */
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
  // The client reads the first "=" of the address: the page must be it.
  const rest = new URLSearchParams({ per_page: String(perPage) })
  for (const name of ['filter', 'sort'] as const) if (query[name]) rest.set(name, query[name])
  const at = (to: number) => `<${auth.keys.issuer}/admin/users?page=${to}&${rest.toString()}>`
  const links = [...(page < last ? [`${at(page + 1)}; rel="next"`] : []), `${at(last)}; rel="last"`]
  return {
    body: { users, aud: AUDIENCE },
    headers: { 'x-total-count': String(total), link: links.join(', ') },
  }
})

function countOf(query: Ask['query'], name: string, otherwise: number, most: number): number {
  const given = query[name]
  if (!given) return otherwise
  const count = Number(given)
  if (!Number.isInteger(count) || count < 1) throw invalid(`Bad Pagination Parameters: ${name}`)
  return Math.min(count, most)
}

/** A part of the e-mail address or of the name that the person has given. */
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
  Promise.all(rows.map(async (user) => shownUser({ user, ...(await belongings(tx, user.id)) })))
