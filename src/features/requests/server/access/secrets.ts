import { randomUUIDv7 } from 'node:crypto'
import { Refused } from '../../../../shared/refusal.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { publishEvents } from '../../../../server/live/publish-events.ts'
import { seal, type Sealing, unseal } from '../../../../server/seal.ts'
import type { Accounts } from '../../../accounts/server/accounts.ts'
import { ownAccount, requireFreshProof } from '../../../accounts/server/fresh-proof.ts'
import { callerOf } from '../../../accounts/server/own-sessions.ts'
import { audit } from '../../../audit/server/audit.ts'
import type { ProductDefinition } from '../../../products/product-definition.ts'
import '../requests.tables.ts'

const PURPOSE = 'record secrets'

/** The secrets of a service, without their texts. */
export async function secretsOf({ db }: Transaction, service: string) {
  const rows = await db
    .selectFrom('service_secrets')
    .select(['name', 'set_at', 'shown_at'])
    .where('service_id', '=', service)
    .orderBy('name')
    .execute()
  return rows.map(({ name, set_at, shown_at }) => ({
    name,
    set_at: set_at.toISOString(),
    shown_at: shown_at?.toISOString() ?? null,
  }))
}

/**
 * Seals secrets of a locked service for its customer. They replace those of the same name. The log has their names only.
 * Only people set secrets: keys of programs are refused with `FORBIDDEN`.
 */
export async function setSecrets(
  tx: Transaction,
  keys: Sealing,
  service: { id: string; user_id: string },
  secrets: Record<string, string>,
  now: Date,
): Promise<void> {
  const named = Object.entries(secrets)
  if (named.length && tx.caller === 'key') throw new Refused('FORBIDDEN')
  for (const [name, secret] of named) {
    const id = randomUUIDv7()
    const row = { id, service_id: service.id, user_id: service.user_id, name, set_at: now }
    await tx.db
      .deleteFrom('service_secrets')
      .where('service_id', '=', service.id)
      .where('name', '=', name)
      .execute()
    await tx.db
      .insertInto('service_secrets')
      .values({ ...row, sealed: seal(secret, keys.derive(PURPOSE), id) })
      .execute()
    await audit(tx, 'admin', {
      action: 'record.secret-set',
      entity: 'record',
      entity_id: service.id,
      after: { secret: name },
    })
  }
}

/** Deletes the secrets of a service that its customer does not hold any more. */
export async function deleteSecrets({ db }: Transaction, service: string): Promise<void> {
  await db.deleteFrom('service_secrets').where('service_id', '=', service).execute()
}

/** Deletes the secrets of a person whose account is deleted. */
export async function eraseSecrets({ db }: Transaction, person: string): Promise<void> {
  await db.deleteFrom('service_secrets').where('user_id', '=', person).execute()
}

interface Asked {
  /** Of the service. */
  id: string
  /** Of the secret. */
  name: string
  password?: string | undefined
}

/**
 * Shows a secret of the caller's own service, once, after a fresh proof. Its sealed bytes are deleted in the same
 * transaction. The answer is stored for no idempotency key. Refuses with
 * `NOT_FOUND`, `SECRET_SHOWN`, `SECRET_LOST` where another key has sealed it, and as `requireFreshProof` does.
 * @param ip of the caller, for the audit log
 */
export async function showSecret(
  caller: CallerContext,
  accounts: Accounts,
  product: ProductDefinition,
  { id, name, password }: Asked,
  ip: string | undefined,
): Promise<{ secret: string }> {
  const me = await callerOf(caller)
  const { database, keys } = accounts
  // Before the proof, so that nobody types a password for nothing.
  await database.read('service', (tx) => ownSecret(tx, me.person, product, { id, name }))
  const user = await requireFreshProof(accounts, me, password)
  return database.write('service', async (tx) => {
    await ownAccount(tx.db, me, user.password_hash)
    const { sealed, ...row } = await ownSecret(tx, me.person, product, { id, name }, { lock: true })
    let secret: string
    try {
      secret = unseal(sealed, keys.derive(PURPOSE), row.id).toString()
    } catch {
      throw new Refused('SECRET_LOST')
    }
    await tx.db
      .updateTable('service_secrets')
      .set({ sealed: null, shown_at: caller.now })
      .where('id', '=', row.id)
      .execute()
    await Promise.all([
      audit(tx, 'user', {
        actor_id: me.person,
        action: 'record.secret-shown',
        entity: 'record',
        entity_id: id,
        after: { secret: name, session: me.session, ip: ip ?? null },
      }),
      publishEvents(tx, {
        user_id: me.person,
        type: 'record.secret-shown',
        topics: [product.service.path],
        entity_id: id,
        data: { kind: product.name, subject: row.subject },
      }),
    ])
    return { secret }
  })
}

async function ownSecret(
  { db }: Transaction,
  person: string,
  product: ProductDefinition,
  { id, name }: Asked,
  { lock = false } = {},
) {
  let query = db
    .selectFrom('service_secrets')
    .innerJoin('services', 'services.id', 'service_secrets.service_id')
    .select(['service_secrets.id', 'service_secrets.sealed', 'services.name as subject'])
    .where('services.id', '=', id)
    .where('services.kind', '=', product.name)
    .where('services.user_id', '=', person)
    .where('services.released_at', 'is', null)
    .where('service_secrets.user_id', '=', person)
    .where('service_secrets.name', '=', name)
  if (lock) query = query.forUpdate('service_secrets')
  const row = await query.executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  if (!row.sealed) throw new Refused('SECRET_SHOWN')
  return { ...row, sealed: row.sealed }
}
