import type { Selectable } from 'kysely'
import type { Database, Transaction } from '../../../../server/database/database.ts'
import { extraOf, isAnswered, questionsOf } from '../../../catalogue/questions.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import type { Settings } from '../../../settings/settings.ts'
import type { FulfilmentReason } from '../../states.ts'
import { holderOf } from '../contact.ts'
import type { Contact } from '../drivers/driver.ts'
import type { Fulfilment, RegistrarAccounts } from '../fulfilment.tables.ts'

/** What an order says of the holder of a name. */
export interface OrderDetails {
  /** Undefined for an order that names no holder. */
  holder: Contact | undefined
  /** What the ending asks besides, by the names of the registrar. */
  extra: Record<string, string>
}

/** The holder of an order and what the ending asks besides, or why the order waits for its customer. */
export async function orderDetails(
  database: Database,
  item: Fulfilment,
  account: Pick<Selectable<RegistrarAccounts>, 'contact'>,
): Promise<OrderDetails | { held: FulfilmentReason }> {
  const { kind, user_id } = item
  const isNew = kind === 'register' || kind === 'transfer'
  if (!isNew && kind !== 'contacts') return { holder: undefined, extra: {} }
  const settings = await readSettings(database)
  return database.read('service', async (tx) => {
    const holder = await holderOf(tx, user_id, account.contact)
    if (!holder) return { held: 'no-contact' }
    const extra = isNew ? await extraFor(tx, settings, item) : {}
    return extra ? { holder, extra } : { held: 'no-details' }
  })
}

/** What the registrar gets for a name. Undefined where its customer has not answered all that is asked now. */
async function extraFor(
  { db }: Transaction,
  settings: Settings,
  { user_id, target }: Fulfilment,
): Promise<Record<string, string> | undefined> {
  const questions = questionsOf(settings['domains.questions'], target)
  if (!questions.length) return {}
  const row = await db
    .selectFrom('holder_details')
    .select('answers')
    .where('user_id', '=', user_id)
    .where('name', '=', target)
    .executeTakeFirst()
  const answers = row?.answers ?? {}
  return isAnswered(questions, answers) ? extraOf(questions, answers) : undefined
}
