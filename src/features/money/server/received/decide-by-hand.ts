import { type Updateable, sql } from 'kysely'
import { methodKey, receiptKey } from '../../received/receipt-key.ts'
import { referencesIn } from '../../charges/reference.ts'
import { type Money, moneyFromDecimal, readPayment } from '../../../../shared/money/money.ts'
import { pick } from '../../../../shared/pick.ts'
import { Refused } from '../../../../shared/refusal.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { newestPage } from '../../../../server/database/keyset.ts'
import { columnFromMoney } from '../../../../server/database/tables.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import type { Settings } from '../../../settings/settings.ts'
import { currenciesOf } from '../statements/method-currencies.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { audit } from '../../../audit/server/audit.ts'
import { providerOf } from '../../providers/all-providers.ts'
import { receiptOf } from '../claims/read-receipt.ts'
import { matchReceived } from '../matching/match.ts'
import { announce, announceToAdmins, countFollowers, setBalance } from './chain.ts'
import { insertEvidence } from './evidence.ts'
import { COUNTS } from '../../received/received.ts'
import { mayBeLearned } from '../templates/read-incoming.ts'
import { dismissEvidence } from './show-evidence.ts'
import { findReceived, presentFacts, refuseCounted, shownFacts } from './received-rows.ts'
import type { ReceivedPayments, ReceivedRow } from './received.tables.ts'
import type { Input } from '../../../../shared/contract.ts'
import type { receivedContract } from '../../received/received.contract.ts'

const waiting = ['unread', 'held'] as const

/** What waits for a person, or what was ignored, newest first. */
export async function listReceived(
  caller: CallerContext,
  { state = 'waiting', id, ...paging }: Input<typeof receivedContract.list>,
) {
  const { rows, next_cursor } = await caller.read(({ db }) =>
    newestPage(
      db
        .selectFrom('received_payments')
        .selectAll()
        .where('state', 'in', state === 'waiting' ? [...waiting] : ['ignored'])
        .where(id ? sql<boolean>`id = ${id}::uuid` : sql<boolean>`true`),
      'received_payments',
      paging,
    ),
  )
  return { items: rows.map(presentReceived), next_cursor }
}

export const presentReceived = (row: ReceivedRow) => ({
  ...pick(row, ['id', 'kind', 'reference', 'state', 'version', ...shownFacts]),
  ...presentFacts(row),
  balance: row.balance === null ? null : Number(row.balance),
  can_be_labelled: canBeLabelled(row),
})

const canBeLabelled = ({ channel, state, reason, sender, body }: ReceivedRow): boolean =>
  channel === 'message' &&
  sender !== null &&
  Boolean(body) &&
  (state === 'unread' || (state === 'held' && reason === 'sender' && mayBeLearned(sender)))

type Confirmation = Input<typeof receivedContract.confirm>

/**
 * An admin counts what came in as received money, with the facts as they see them. Later messages that continue its
 * balance count too. Refuses with `NOT_FOUND`,
 * `AMOUNT_INVALID`, `CURRENCY_INVALID`, `CODE_COUNTED` where another payment has the receipt number, and `CONFLICT` with the row where it was
 * decided meanwhile.
 */
export async function confirmReceived(caller: CallerContext, input: Confirmation) {
  const settings = await readSettings(caller.database)
  const confirmed = await caller.write((tx) => countReceived(tx, caller, settings, input))
  return matchConfirmed(caller, confirmed)
}

/** What only the text of a message says, as an admin has marked it. */
type Marked = Pick<ReceivedRow, 'amount' | 'currency' | 'paid_at' | 'balance' | 'fee' | 'account'>

interface Confirmed {
  shown: ReturnType<typeof presentReceived>
  followers: string[]
}

/** Does what `confirmReceived` says in a transaction. The caller matches what counts after the commit. */
export async function countReceived(
  tx: Transaction,
  caller: CallerContext,
  settings: Settings,
  input: Confirmation & { marked?: Marked },
): Promise<Confirmed> {
  const { marked } = input
  const reference = input.reference || null
  const source = await sourceOf(tx, input)
  const money = readAmount(input, marked ?? source, settings)
  const isTyped = !marked && input.code && input.code !== source.code
  const code = isTyped ? receiptOf(settings, input.code!, reference).number : input.code || null
  const entered = {
    method: methodKey(input.method),
    amount: columnFromMoney(money),
    currency: money.currency,
    code,
    payer_name: input.payer_name || null,
    payer_phone: input.payer_phone || null,
    reference,
    // Those of the text count too, unless the admin has entered another one.
    reference_keys: reference === source.reference ? source.reference_keys : referencesIn(reference),
    paid_at: marked ? marked.paid_at : source.paid_at,
    balance: marked ? marked.balance : source.balance,
    received_at: source.received_at,
  }
  const { channel, sender, body } = source
  const row = await decided(caller, tx, input, {
    ...marked,
    ...entered,
    channel,
    sender,
    body,
    kind: 'incoming',
    state: 'received',
    reason: null,
    rank: COUNTS,
    code_key: (code && receiptKey(code)) || null,
  })
  await insertEvidence(tx, row.id, {
    ...entered,
    channel: 'by-hand',
    rank: COUNTS,
    reason: null,
    sender: null,
    body: null,
    entered_by: caller.actor(),
  })
  await setBalance(tx, row)
  await announce(tx, row)
  const followers = row.balance === null ? [] : await countFollowers(tx, settings, row, caller.now)
  return { shown: presentReceived(row), followers }
}

export async function matchConfirmed(caller: CallerContext, { shown, followers }: Confirmed) {
  for (const id of [shown.id, ...followers]) {
    // In the order in which the money came in.
    await matchReceived(caller.database, id, caller.now)
  }
  return shown
}

/**
 * The amount that an admin enters: in whole shillings, or as it came in. Refuses with `AMOUNT_INVALID`, and with
 * `CURRENCY_INVALID` one that neither came in nor is paid by the method.
 */
function readAmount(
  { amount, currency, method }: Confirmation,
  source: { amount: string | null; currency: string | null },
  settings: Settings,
): Money {
  if (currency !== source.currency && !currenciesOf(method, settings).includes(currency))
    throw new Refused('CURRENCY_INVALID')
  const cameIn =
    source.amount === null || source.currency === null
      ? undefined
      : moneyFromDecimal(source.amount, source.currency)
  const money = readPayment(amount, currency, cameIn)
  if (!money || money.amount === 0) throw new Refused('AMOUNT_INVALID')
  return money
}

/** What an admin has seen: the evidence that they chose, otherwise the facts of the payment. Refuses with `NOT_FOUND`. */
async function sourceOf(tx: Transaction, { id, evidence }: Pick<Confirmation, 'id' | 'evidence'>) {
  if (evidence === undefined) return findReceived(tx, id)
  const found = await tx.db
    .selectFrom('payment_evidence')
    .selectAll()
    .where('id', '=', evidence)
    .where('payment_id', '=', id)
    .executeTakeFirst()
  if (!found) throw new Refused('NOT_FOUND')
  return found
}

/** An admin says that it is no payment to this shop. Refuses with `NOT_FOUND`, and `CONFLICT` as `confirmReceived` does. */
export const dismissReceived = (caller: CallerContext, input: { id: string; version: number }) =>
  caller.write(async (tx) => {
    const row = await decided(caller, tx, input, { state: 'ignored' })
    await dismissEvidence(tx, row.id, caller)
    await announceToAdmins(tx, row.id, 'payment.ignored')
    return presentReceived(row)
  })

/** Stores the decision of an admin and logs it, if the row still waits in the version that they saw. */
async function decided(
  caller: CallerContext,
  tx: Transaction,
  { id, version }: { id: string; version: number },
  change: Updateable<ReceivedPayments> & { state: 'received' | 'ignored' },
): Promise<ReceivedRow> {
  const before = await findReceived(tx, id)
  const row = await tx.db
    .updateTable('received_payments')
    .set((eb) => ({
      ...change,
      decided_by: caller.actor(),
      decided_at: caller.now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', 'in', [...waiting])
    .returningAll()
    .executeTakeFirst()
    .catch(refuseCounted)
  if (!row) throw new Refused('CONFLICT', presentReceived(before))
  await audit(tx, 'admin', {
    action: change.state === 'received' ? 'received.confirmed' : 'received.dismissed',
    entity: 'received',
    entity_id: id,
    before: auditable(before),
    after: auditable(row),
  })
  return row
}

/** Without the text, the name and the phone, because the audit log is never erased. */
const auditable = (row: ReceivedRow) => ({
  ...pick(row, ['channel', 'method', 'amount', 'currency', 'code', 'reference', 'state', 'reason']),
  provider: row.sender === null ? null : providerOf(row.sender),
})
