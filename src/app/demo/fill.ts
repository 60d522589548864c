import { FIRST_HASH } from '../../features/audit/server/chain.ts'
import type { Settings } from '../../features/settings/settings.ts'
import { legalTemplates } from '../../features/settings/server/legal-templates.ts'
import { withDefaults } from '../../features/settings/server/settings.ts'
import type { Database } from '../../server/database/database.ts'
import { StartError } from '../../server/start-error.ts'
import { createAccounts, DemoDates } from './accounts.ts'
import { actionsOf } from './perform.ts'
import { cart, settings } from './stories.ts'

/** The key of the row in `settings` with the progress of the filling. No setting has this key. */
const STATE_KEY = 'demo'

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
  for (const { ago, run } of actionsOf(database, actors)) {
    const now = dates.daysAgo(ago)
    await run(now)
    await dates.backdate(now)
  }
  await database.pool.query(`insert into cart_items (user_id, domain) select $1, unnest($2::text[])`, [
    actors.get('neema')!.person,
    cart,
  ])
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
    [JSON.stringify({ ...settings, ...legalTexts() })],
  )

/** The product's own legal texts, without the line that asks for a lawyer. */
function legalTexts(): Partial<Settings> {
  const { items } = legalTemplates(
    withDefaults(Object.entries(settings).map(([key, value]) => ({ key, value }))),
  )
  const withoutMark = (text: string) => text.slice(text.indexOf('\n') + 1)
  return Object.fromEntries(
    items.map(({ page, text: { en, sw } }) => [
      `legal.${page}`,
      { en: withoutMark(en), sw: withoutMark(sw) },
    ]),
  )
}
