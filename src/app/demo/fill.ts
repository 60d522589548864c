import { FIRST_HASH } from '../../features/audit/server/chain.ts'
import type { Settings } from '../../features/settings/settings.ts'
import type { Database } from '../../server/database/database.ts'
import { StartError } from '../../server/start-error.ts'
import { createAccounts } from './accounts.ts'
import { requestActions } from './requests.ts'
import { chatActions, messageActions } from './conversations.ts'
import { orderActions } from './orders.ts'

/** The key of the row in `settings` with the progress of the filling. No setting has this key. */
const STATE_KEY = 'demo'

/** The settings of the demo: an address and accounts that do not exist. */
const demoSettings: Partial<Settings> = {
  'business.email': 'hello@example.com',
  'payments.accounts': [
    {
      method: 'M-Pesa',
      account: '000000',
      holder: 'Kikoa Demo',
      note: 'This is a demo: please pay nothing.',
    },
    { method: 'Bank', account: '0000 0000 0000', holder: 'Kikoa Demo', note: null },
  ],
}

/**
 * Fills an empty database with the data of a shop that has been open for a year, by the actions of its users. A
 * filled demo is not changed; an interrupted filling starts again.
 * @returns whether the demo was filled now
 * @throws StartError if the database belongs to another shop
 */
export async function fillDemo(database: Database, startedAt: Date): Promise<boolean> {
  const { rows } = await database.pool.query<{ state: string | null; isUsed: boolean }>(
    `select (select value ->> 'state' from settings where key = $1) as state,
            exists (select from auth.users) or exists (select from profiles) as "isUsed"`,
    [STATE_KEY],
  )
  const { state, isUsed } = rows[0]!
  if (state === 'filled') return false
  if (isUsed && state !== 'filling')
    throw new StartError('There is a shop in this data folder: set DATA_DIR to an empty one for the demo.')
  if (isUsed) {
    await database.pool.query('truncate auth.users, profiles, events, audit_log, messages cascade')
    await database.pool.query('update audit_head set seq = 0, hash = $1', [FIRST_HASH])
  }
  await saveState(database, 'filling')

  await saveSettings(database)
  const dates = new DemoDates(database, startedAt)
  const actors = await createAccounts(database, dates)
  const actions = [
    ...requestActions(database, actors),
    ...orderActions(database, actors),
    ...chatActions(database, actors),
    ...messageActions(database, actors.get('admin')!),
  ]
  for (const { ago, run } of actions.sort((one, other) => other.ago - one.ago)) {
    const now = dates.daysAgo(ago)
    await run(now)
    await dates.backdate(now)
  }
  await database.pool.query(
    `insert into cart_items (user_id, domain) values ($1, 'kangastyle.com'), ($1, 'nyuzi.org')`,
    [actors.get('neema')!.person],
  )
  // The sessions were only needed for the actions.
  await database.pool.query('delete from auth.sessions')
  await saveState(database, 'filled')
  return true
}

const saveState = (database: Database, state: 'filling' | 'filled') =>
  database.pool.query(
    `insert into settings (key, value) values ($1, jsonb_build_object('state', $2::text))
     on conflict (key) do update set value = excluded.value`,
    [STATE_KEY, state],
  )

const saveSettings = (database: Database) =>
  database.pool.query(
    `insert into settings (key, value) select key, value from jsonb_each($1)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(demoSettings)],
  )

const DAY_MS = 86_400_000

/** The dates of the demo, counted in days before it is filled. */
export class DemoDates {
  readonly #database: Database
  readonly #startedAt: Date

  constructor(database: Database, startedAt: Date) {
    this.#database = database
    this.#startedAt = startedAt
  }

  daysAgo(days: number): Date {
    return new Date(this.#startedAt.getTime() - days * DAY_MS)
  }

  /** Moves the rows created since the filling started to the given date. The database uses its own clock. */
  async backdate(at: Date): Promise<void> {
    await this.#database.pool.query(
      `with r as (update requests set created_at = $2, updated_at = $2 where created_at >= $1),
            p as (update payments set created_at = $2 where created_at >= $1),
            c as (update receipts set created_at = $2 where created_at >= $1),
            h as (update records set created_at = $2 where created_at >= $1),
            n as (update renewals set created_at = $2 where created_at >= $1),
            o as (update orders set created_at = $2, updated_at = $2 where created_at >= $1),
            m as (update messages set created_at = $2, updated_at = $2 where created_at >= $1),
            l as (update chat_lines set created_at = $2 where created_at >= $1),
            k as (update mails set created_at = $2 where created_at >= $1),
            v as (update chat_conversations set last_at = $2 where last_at >= $1),
            a as (update audit_log set at = $2 where at >= $1)
       update events set at = $2 where at >= $1`,
      [this.#startedAt, at],
    )
  }
}
