import type { Selectable } from 'kysely'
import { Refused } from '../../../../shared/refusal.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import type { Tables } from '../../../../server/database/tables.ts'
import { publishEvents } from '../../../../server/live/publish-events.ts'
import type { Sealing } from '../../../../server/seal.ts'
import { audit } from '../../../audit/server/audit.ts'
import { mailCustomer } from '../../../mails/server/customer-mail.ts'
import type { Facts, FactValue } from '../../../products/facts.ts'
import type { ProductDefinition } from '../../../products/product-definition.ts'
import { type ProductName, products } from '../../../products/products.ts'
import type { Settings } from '../../../settings/settings.ts'
import { accessData } from './access-mail.ts'
import { setSecrets } from './secrets.ts'
import '../requests.tables.ts'

type ServiceRow = Selectable<Tables['services']>

/** What an admin sends: all facts, and the secrets that replace those of the same name. What is left out stays. */
export interface AccessInput {
  facts?: Record<string, FactValue | undefined> | undefined
  secrets?: Record<string, string | undefined> | undefined
}

const present = <Value>(values: Record<string, Value | undefined>) =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, Value] => entry[1] !== undefined),
  )

/** In one order of the names, so that equal facts are equal texts. */
const textOf = (facts: Facts) => JSON.stringify(Object.entries(facts).toSorted())

/** The input as the product knows it. Refuses with `FACTS_INVALID` what is another product's. */
function readInput(kind: string, { facts, secrets }: AccessInput) {
  const { service } = products[kind as ProductName] as ProductDefinition
  const isKnown = (names: string[], known: readonly string[]) => names.every((name) => known.includes(name))
  const given = { facts: facts && present(facts), secrets: present(secrets ?? {}) }
  if (!isKnown(Object.keys(given.facts ?? {}), Object.keys(service.facts))) throw new Refused('FACTS_INVALID')
  if (!isKnown(Object.keys(given.secrets), service.secrets)) throw new Refused('FACTS_INVALID')
  return given
}

/**
 * An admin stores the facts and secrets of a locked service. Gives whether that changed something. Refuses with
 * `FACTS_INVALID` what the service's product does not have.
 */
export async function saveAccess(
  tx: Transaction,
  { keys, now }: { keys: Sealing; now: Date },
  row: Pick<ServiceRow, 'id' | 'user_id' | 'kind' | 'name' | 'facts' | 'version'>,
  input: AccessInput,
): Promise<boolean> {
  const { facts = row.facts, secrets } = readInput(row.kind, input)
  const hasNewFacts = textOf(facts) !== textOf(row.facts)
  if (!hasNewFacts && !Object.keys(secrets).length) return false
  await tx.db
    .updateTable('services')
    .set({ facts: JSON.stringify(facts), version: row.version + 1 })
    .where('id', '=', row.id)
    .execute()
  await setSecrets(tx, keys, row, secrets, now)
  if (hasNewFacts)
    await audit(tx, 'admin', {
      action: 'record.facts-changed',
      entity: 'record',
      entity_id: row.id,
      before: { name: row.name, facts: row.facts },
      after: { name: row.name, facts },
    })
  return true
}

/** Tells the customer that the details of a service are ready, or have changed: on the open pages and by mail. */
export async function announceAccess(tx: Transaction, settings: Settings, service: string): Promise<void> {
  const row = await tx.db
    .selectFrom('services')
    .selectAll()
    .where('id', '=', service)
    .executeTakeFirstOrThrow()
  await publishEvents(tx, {
    user_id: row.user_id,
    type: 'record.access-changed',
    topics: [products[row.kind as ProductName].service.path],
    entity_id: row.id,
    data: { kind: row.kind, subject: row.name },
  })
  await mailCustomer(tx, settings, row.user_id, {
    kind: 'record-access',
    data: { product: row.kind, subject: row.name, ...(await accessData(tx, settings, row)) },
  })
}

/** The service of an activated request, which it created or renews, locked. Undefined where nobody holds it any more. */
export const serviceOfRequest = (
  { db }: Transaction,
  { id, renews }: { id: string; renews: string | null },
): Promise<ServiceRow | undefined> =>
  db
    .selectFrom('services')
    .selectAll()
    .where(renews ? 'id' : 'request_id', '=', renews ?? id)
    .where('released_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
