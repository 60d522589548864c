import { BEGINNING } from '../../features/audit/server/chain.ts'
import type { Settings } from '../../features/settings/settings.ts'
import type { Database } from '../../server/database/database.ts'
import { StartError } from '../../server/start-error.ts'
import { openAccounts } from './accounts.ts'
import { requestActs } from './acts.ts'
import { chatActs } from './chat.ts'
import { Days } from './days.ts'
import { messageActs } from './messages.ts'
import { orderActs } from './orders.ts'

/** The row of `settings` that says how far a fill has come. No setting of the shop has this name. */
const MARK = 'demo'

/** What the business has decided for itself: nobody can be reached and nothing be paid by these. */
const decided: Partial<Settings> = {
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
 * Fills an empty database with a shop that has been open for a year, by what its people would do themselves.
 * A filled one stays as it is; one whose filling was cut short is filled anew.
 * @returns true when there was something to do.
 * @throws StartError when the database holds a shop that is not the demo's.
 */
export async function fillDemo(database: Database, began: Date): Promise<boolean> {
  const { rows } = await database.pool.query<{ mark: string | null; isUsed: boolean }>(
    `select (select value ->> 'state' from settings where key = $1) as mark,
            exists (select from auth.users) or exists (select from profiles) as "isUsed"`,
    [MARK],
  )
  const { mark, isUsed } = rows[0]!
  if (mark === 'filled') return false
  if (isUsed && mark !== 'filling')
    throw new StartError('There is a shop in this data folder: set DATA_DIR to an empty one for the demo.')
  if (isUsed) {
    await database.pool.query('truncate auth.users, profiles, events, audit_log, messages cascade')
    await database.pool.query('update audit_head set seq = 0, hash = $1', [BEGINNING])
  }
  await setMark(database, 'filling')

  await setUp(database)
  const days = new Days(database, began)
  const seats = await openAccounts(database, days)
  const acts = [
    ...requestActs(database, seats),
    ...orderActs(database, seats),
    ...chatActs(database, seats),
    ...messageActs(database, seats.get('admin')!),
  ]
  for (const { ago, run } of acts.sort((one, other) => other.ago - one.ago)) {
    const now = days.ago(ago)
    await run(now)
    await days.date(now)
  }
  await database.pool.query(
    `insert into cart_items (user_id, domain) values ($1, 'kangastyle.com'), ($1, 'nyuzi.org')`,
    [seats.get('neema')!.person],
  )
  // The sessions were only lent.
  await database.pool.query('delete from auth.sessions')
  await setMark(database, 'filled')
  return true
}

const setMark = (database: Database, state: 'filling' | 'filled') =>
  database.pool.query(
    `insert into settings (key, value) values ($1, jsonb_build_object('state', $2::text))
     on conflict (key) do update set value = excluded.value`,
    [MARK, state],
  )

const setUp = (database: Database) =>
  database.pool.query(
    `insert into settings (key, value) select key, value from jsonb_each($1)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(decided)],
  )
