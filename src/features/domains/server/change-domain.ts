import { randomUUIDv7 } from 'node:crypto'
import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { type Accounts } from '../../accounts/server/accounts.ts'
import { ownAccount, requireFreshProof } from '../../accounts/server/fresh-proof.ts'
import { callerOf } from '../../accounts/server/own-sessions.ts'
import { audit } from '../../audit/server/audit.ts'
import { endingOf } from '../../catalogue/catalogue.ts'
import { capabilitiesOf, openAccount, waitOfLimits } from '../../fulfilment/server/accounts.ts'
import { holderOf } from '../../fulfilment/server/contact.ts'
import type { FulfilmentInput } from '../../fulfilment/server/fulfilment.tables.ts'
import { accountFor, openFulfilment } from '../../fulfilment/server/open-fulfilment.ts'
import type { ChangeKind } from '../../fulfilment/states.ts'
import { noteRegistration } from '../../requests/server/activate.ts'
import { mailCustomer } from '../../mails/server/customer-mail.ts'
import { readSettings } from '../../settings/server/settings.ts'
import type { NameAct } from '../domains.contract.ts'
import { holderColumns } from '../registry.contract.ts'
import { registryOf } from './registry.queries.ts'

/** A request has 14 s. */
const CODE_MS = 8_000

type Change = Pick<FulfilmentInput, 'nameservers' | 'locked' | 'private'>

/**
 * The holder changes a name at its registry. It is done by itself, once. Gives what is known of the name. Refuses with
 * `NOT_FOUND`, `NOT_OFFERED`, `BEING_DELIVERED` where something else is under way, `NAMESERVER_INSIDE`, and with
 * `PROFILE_INCOMPLETE` and what the profile lacks of a holder, or `ADDRESS_MISSING` where the account has no postal address.
 */
export async function changeDomain(caller: CallerContext, id: string, kind: ChangeKind, input: Change) {
  const person = caller.person()
  await caller.writeAsServer(async (tx) => {
    const name = await ownName(tx, person, id)
    await requireAct(tx, name, kind)
    if (input.nameservers?.some((host) => host === name || host.endsWith(`.${name}`)))
      throw new Refused('NAMESERVER_INSIDE')
    if (kind === 'contacts') {
      const account = await wholeAccountFor(tx, name)
      const missing = await missingOfHolder(tx, person)
      if (missing.length) throw new Refused('PROFILE_INCOMPLETE', { missing })
      if (!(await holderOf(tx, person, account?.contact ?? null))) throw new Refused('ADDRESS_MISSING')
    }
    const nameservers = input.nameservers && [...new Set(input.nameservers)]
    await openFulfilment(tx, {
      sourceKind: 'service',
      source: id,
      kind,
      // Each change is one of its own.
      term: randomUUIDv7(),
      user_id: person,
      target: name,
      input: { ...input, ...(nameservers && { nameservers }) },
      by: 'user',
    })
    await announceChange(tx, id)
  })
  return { registry: (await registryOf(caller, person, id))! }
}

/**
 * Shows the holder the code with which a name can be transferred away, after a fresh proof, and tells it by mail. The code is
 * kept nowhere. Refuses with `NOT_FOUND`, `NOT_OFFERED`, `CODE_FAILED` and the registrar's words, and as
 * `requireFreshProof`.
 */
export async function showAuthCode(
  caller: CallerContext,
  accounts: Accounts,
  { id, password }: { id: string; password?: string | undefined },
): Promise<{ code: string }> {
  const me = await callerOf(caller)
  const { database, keys, config } = accounts
  const found = await database.read('service', async (tx) => {
    const name = await ownName(tx, me.person, id)
    await requireAct(tx, name, 'auth-code')
    return { name, account: await wholeAccountFor(tx, name) }
  })
  const user = await requireFreshProof(accounts, me, password)
  const providers = { keys, targets: { allowed: config.OUTBOUND_ALLOW }, timeoutMs: CODE_MS }
  const opened = found.account && openAccount(database, providers, found.account)
  if (!opened) throw new Refused('NOT_OFFERED')
  // The calls of the account are for what is sold.
  if (await waitOfLimits(database, opened)) throw new Refused('CODE_FAILED', { words: '' })
  const outcome = await opened.driver.authCode(found.name)
  await opened.storeCalls(null)
  if (outcome.state !== 'done')
    throw new Refused('CODE_FAILED', { words: ('words' in outcome && outcome.words) || '' })
  const settings = await readSettings(database)
  // Once for an idempotency key. The code is asked for again, because nothing has stored it.
  await caller.writeAsServer(async (tx) => {
    await ownAccount(tx.db, me, user.password_hash)
    await audit(tx, 'user', {
      actor_id: me.person,
      action: 'record.code-shown',
      entity: 'record',
      entity_id: id,
      after: { name: found.name, session: me.session },
    })
    // Where the name is gone later, this may be why.
    await noteRegistration(tx, found.name, {
      until: null,
      said: { code_shown_at: caller.now.toISOString() },
    })
    // Whatever mails the shop sends: it is about the safety of the name.
    const always = { ...settings, 'mails.requests': true }
    await mailCustomer(tx, always, me.person, {
      kind: 'record-code-shown',
      data: { product: 'domain', subject: found.name },
    })
    return true
  })
  return { code: outcome.code }
}

/** What the profile of a person lacks of a holder. */
async function missingOfHolder({ db }: Transaction, person: string) {
  const profile = await db
    .selectFrom('profiles')
    .select(holderColumns)
    .where('id', '=', person)
    .executeTakeFirst()
  return holderColumns.filter((column) => !profile?.[column])
}

/** The name of a domain that the person holds. Refuses with `NOT_FOUND`. */
export async function ownName({ db }: Transaction, person: string, id: string): Promise<string> {
  const row = await db
    .selectFrom('services')
    .select('name')
    .where('id', '=', id)
    .where('user_id', '=', person)
    .where('kind', '=', 'domain')
    .where('released_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return row.name
}

/** Refuses with `NOT_OFFERED` what the registrar of a name can't do. */
export async function requireAct(tx: Transaction, name: string, act: NameAct) {
  const account = await accountFor(tx, name)
  if (!account || !capabilitiesOf(account.driver, endingOf(name)).includes(act))
    throw new Refused('NOT_OFFERED')
}

const wholeAccountFor = async (tx: Transaction, name: string) => {
  const account = await accountFor(tx, name)
  return (
    account &&
    tx.db.selectFrom('registrar_accounts').selectAll().where('id', '=', account.id).executeTakeFirst()
  )
}

/** Tells the holder's open pages that a name has changed, or that a change was refused. */
export async function announceChange(tx: Transaction, service: string): Promise<void> {
  const row = await tx.db
    .selectFrom('services')
    .select(['user_id', 'name'])
    .where('id', '=', service)
    .executeTakeFirst()
  if (row)
    await publishEvents(tx, {
      user_id: row.user_id,
      type: 'record.registry-changed',
      topics: ['domains'],
      entity_id: service,
      data: { kind: 'domain', subject: row.name },
    })
}
