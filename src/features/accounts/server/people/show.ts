import { Refused } from '../../../../shared/refusal.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { adminColumns, type nameColumns, type ProfileValues } from '../../../../shared/people/profile.ts'
import { isBanned, isConfirmed } from '@kikoa/auth'
import { sql } from 'kysely'
import { displayName } from '../../../../shared/people/person.ts'
import { pagesOf, type Paging } from '../../../../server/database/keyset.ts'

/** An account as admins see it in a list. */
export type Person = Awaited<ReturnType<typeof peopleById>>[number]

/** The accounts with these ids, in their order. */
export async function peopleById({ db }: Transaction, ids: string[], now: Date) {
  if (ids.length === 0) return []
  const [rows, identities, factors] = await Promise.all([
    db
      .selectFrom('auth.users as u')
      .innerJoin('profiles as p', 'p.id', 'u.id')
      .select([
        'u.id',
        'u.phone',
        'u.email_confirmed_at',
        'u.phone_confirmed_at',
        'u.banned_until',
        'u.invited_at',
        'u.last_sign_in_at',
        'u.created_at',
        'p.role',
        'p.staff_role',
      ])
      .select(adminColumns.map((column) => `p.${column}` as const))
      .where('u.id', 'in', ids)
      .execute(),
    db
      .selectFrom('auth.identities')
      .select(['user_id', 'provider'])
      .where('user_id', 'in', ids)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('auth.factors')
      .select('user_id')
      .where('user_id', 'in', ids)
      .where('status', '=', 'verified')
      .execute(),
  ])
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id)
    if (!row) return []
    const { email_confirmed_at, phone_confirmed_at, banned_until, invited_at, last_sign_in_at, ...plain } =
      row
    return [
      {
        ...plain,
        staff_role: row.role === 'admin' ? row.staff_role : null,
        confirmed: isConfirmed({ email_confirmed_at, phone_confirmed_at }),
        banned_until: isBanned(row, now) ? banned_until!.toISOString() : null,
        providers: [
          ...new Set(identities.filter((one) => one.user_id === id).map(({ provider }) => provider)),
        ],
        has_factor: factors.some((one) => one.user_id === id),
        invited_at: invited_at?.toISOString() ?? null,
        last_sign_in_at: last_sign_in_at?.toISOString() ?? null,
        created_at: row.created_at.toISOString(),
      },
    ]
  })
}

/** One account with its identities, factors and sessions. Refuses with `NOT_FOUND`. */
export async function showPerson(tx: Transaction, id: string, now: Date) {
  const [[person], identities, factors, sessions] = await Promise.all([
    peopleById(tx, [id], now),
    tx.db
      .selectFrom('auth.identities')
      .select(['id', 'provider', 'email', 'last_sign_in_at', 'created_at'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .execute(),
    tx.db
      .selectFrom('auth.factors')
      .select(['id', 'factor_type', 'friendly_name', 'status', 'created_at'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .execute(),
    tx.db
      .selectFrom('auth.sessions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow(),
  ])
  if (!person) throw new Refused('NOT_FOUND')
  return {
    ...person,
    identities: identities.map(({ last_sign_in_at, created_at, ...identity }) => ({
      ...identity,
      last_sign_in_at: last_sign_in_at?.toISOString() ?? null,
      created_at: created_at.toISOString(),
    })),
    factors: factors.map(({ created_at, ...factor }) => ({
      ...factor,
      created_at: created_at.toISOString(),
    })),
    sessions: sessions.count,
  }
}

interface Row extends Pick<ProfileValues, (typeof nameColumns)[number]> {
  id: string
  created_at: Date
  action: string
  actor_id: string | null
  actor_role: string
}

/** The history of an account with its actors, newest first. */
export async function historyOf({ db }: Transaction, user: string, paging: Paging) {
  const { after, order, limit, take } = pagesOf('entry', paging)
  const { rows } = await sql<Row>`
    select entry.*, p.business_name, p.full_name, p.email
      from (select id, at as created_at, action, actor_id, actor_role from audit_log
             where entity in ('account', 'profile') and entity_id = ${user}) as entry
      left join profiles p on p.id = entry.actor_id
     ${after ? sql`where ${after}` : sql``}
     order by ${order} limit ${limit + 1}`.execute(db)
  const page = take(rows)
  return {
    items: page.rows.map(({ created_at, business_name, full_name, email, ...row }) => ({
      ...row,
      actor: displayName({ business_name, full_name, email }),
      at: created_at.toISOString(),
    })),
    next_cursor: page.next_cursor,
  }
}
