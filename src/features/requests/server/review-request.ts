import { decimalOf, type Money } from '../../../shared/money/money.ts'
import { columnFromMoney } from '../../../server/database/tables.ts'
import { locales } from '../../../shared/pages.ts'
import { Refused } from '../../../shared/refusal.ts'
import { translate } from '../../../server/mail/messages.ts'
import { ConcurrentChange, type Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import type { Sealing } from '../../../server/seal.ts'
import type { Settings } from '../../settings/settings.ts'
import { initialStatus, type ProductDefinition, statusOf } from '../../products/product-definition.ts'
import { isOpen, isDeclined, review, type Reviewed, type ReviewInput } from '../../products/life-cycle.ts'
import { type AccessInput, announceAccess, serviceOfRequest, saveAccess } from './access/access.ts'
import { accessData } from './access/access-mail.ts'
import { activateRequest } from './activate.ts'
import { closeFulfilment, openFulfilment } from '../../fulfilment/server/open-fulfilment.ts'
import { wipeCode } from '../../fulfilment/server/transfers/transfer-codes.ts'
import { isTransfer } from '../../products/domain.ts'
import { recordAnswer, recordReview, reviewAsAdmin, type Reviewer } from './review.ts'
import { confirmActivated } from '../../money/server/claims/confirm-claim.ts'
import { isSaleReturned, returnSale } from '../../money/server/charges/return-sale.ts'
import { findCharge } from '../../money/server/charges/charges.ts'
import { updateCharge } from '../../money/server/charges/update-charge.ts'
import { payToFor } from '../../money/server/charges/pay-to.ts'
import { payableRequest } from './payable-request.ts'
import { oneForReview } from './review-rows.ts'
import { auditable, findRequest, priceOf, type RequestRow } from './store.ts'
import { renewalKey } from '../renewal.ts'
import { mailCustomer } from '../../mails/server/customer-mail.ts'
import { mailOfReview } from './request-mails.ts'

export interface ReviewSave extends ReviewInput {
  id: string
  billing_period?: 'monthly' | 'yearly' | null | undefined
  /** The version that the admin saw. Without it nothing is compared. */
  version?: number | undefined
  /** The facts and secrets of the service, read at the activation. */
  facts?: AccessInput['facts']
  secrets?: AccessInput['secrets']
}

/**
 * An admin saves a request and activates it where the status means that. Gives the request as admins see it.
 * Refuses what `review` and `reviewAsAdmin` refuse, `OPEN_ELSEWHERE` where the customer has another open request for the
 * same subject, and `PAYMENT_RETURNED` where its payment was given back as credit.
 */
export const reviewRequest = (
  caller: CallerContext,
  product: ProductDefinition,
  input: ReviewSave,
  keys?: Sealing,
) =>
  reviewAsAdmin<RequestRow, Awaited<ReturnType<typeof oneForReview>>>(caller, keys, {
    version: input.version,
    find: (tx) => findRequest(tx, product.name, input.id, { lock: true }),
    save: (tx, reviewer, row) => save(tx, reviewer, product, row, input),
    show: (tx, row) => oneForReview(tx, product, row),
    oneOpen: { constraint: 'requests_one_open', refusal: 'OPEN_ELSEWHERE' },
  })

/**
 * The program answers a new request with an offer, as an admin would. Gives the row.
 * @param id of a request of this transaction
 */
export async function offerAtOnce(
  tx: Transaction,
  { now, settings }: { now: Date; settings: Settings },
  product: ProductDefinition,
  id: string,
  price: Money,
) {
  const row = (await findRequest(tx, product.name, id))!
  const offer = { id, status: statusOf(product, 'offered'), price: decimalOf(price) }
  return save(tx, { now, settings, by: 'program' }, product, row, offer)
}

/**
 * The program activates an offered request that was paid, as an admin would. Gives false where it is not an offer any
 * more. Throws `NameHeld`.
 */
export async function activateAsProgram(
  tx: Transaction,
  { now, settings }: { now: Date; settings: Settings },
  product: ProductDefinition,
  id: string,
): Promise<boolean> {
  const row = await findRequest(tx, product.name, id, { lock: true })
  if (row?.stage !== 'offered') return false
  const input = { id, status: statusOf(product, 'active') }
  await save(tx, { now, settings, by: 'program' }, product, row, input)
  return true
}

/**
 * The program activates a request whose service is registered, transferred here or set up. A name that was transferred here keeps the
 * term of the registry. Throws `NameHeld`.
 */
export async function activateDelivered(
  tx: Transaction,
  { now, settings, registeredUntil }: { now: Date; settings: Settings; registeredUntil: Date | null },
  product: ProductDefinition,
  id: string,
): Promise<void> {
  const row = await findRequest(tx, product.name, id, { lock: true })
  if (!row?.in_delivery) return
  const input = { id, status: statusOf(product, 'active') }
  const until = isTransfer(row) ? registeredUntil : null
  await save(tx, { now, settings, by: 'program', isDelivered: true, until }, product, row, input)
}

/** The program rejects a request that can't be delivered. What was paid for it becomes credit. */
export async function rejectUndelivered(
  tx: Transaction,
  { now, settings, words }: { now: Date; settings: Settings; words: string },
  product: ProductDefinition,
  id: string,
): Promise<void> {
  const row = await findRequest(tx, product.name, id, { lock: true })
  if (!row?.in_delivery) return
  const input = { id, status: statusOf(product, 'rejected'), admin_feedback: words }
  await save(tx, { now, settings, by: 'program', isDelivered: true }, product, row, input)
}

/** The program withdraws an offer that another one of the customer replaces. Nobody is informed by mail. */
export async function withdrawOffer(
  tx: Transaction,
  { now, settings }: { now: Date; settings: Settings },
  product: ProductDefinition,
  id: string,
): Promise<void> {
  const row = (await findRequest(tx, product.name, id, { lock: true }))!
  const input = {
    id,
    status: statusOf(product, 'rejected'),
    admin_feedback: locales.map((locale) => translate(locale, 'renewals_replaced')).join('\n'),
  }
  await save(tx, { now, settings, by: 'program', isSilent: true }, product, row, input)
}

interface Saver extends Reviewer {
  /** It is registered, renewed or set up already, or never will be. */
  isDelivered?: boolean
  /** The customer gets no mail. */
  isSilent?: boolean
  /** The registry's date of a name that was transferred here. */
  until?: Date | null
}

async function save(
  tx: Transaction,
  { now, settings, by, keys, isDelivered = false, isSilent = false, until = null }: Saver,
  product: ProductDefinition,
  row: RequestRow,
  input: ReviewSave,
): Promise<RequestRow> {
  const reviewed = review<string>(product, { ...row, price: priceOf(row) }, input)
  if (!reviewed.ok) throw new Refused(reviewed.refusal.code)
  const inDelivery = !isDelivered && (await delivers(tx, product, row, reviewed.saved))
  // Until it is delivered, it stays what it is.
  const saved = inDelivery
    ? {
        ...reviewed.saved,
        ...(isDeclined(row.stage)
          ? { status: initialStatus(product), stage: 'asked' as const }
          : { status: row.status, stage: row.stage }),
        price: priceOf(row),
      }
    : reviewed.saved
  // The credit for it may be spent, so what was paid can't be delivered any more.
  const isTakenUp = saved.stage !== row.stage && !isDeclined(saved.stage)
  if (isTakenUp && (await isSaleReturned(tx, 'request_id', row.id))) throw new Refused('PAYMENT_RETURNED')
  const details = product.detailsOnReview?.(row.details, input) ?? row.details
  await storeReview(tx, product, row, { ...saved, details, in_delivery: inDelivery }, now)
  await recordAnswer(tx, { row, stage: saved.stage, by, now })
  const isActive = saved.stage === 'active'
  if (isTransfer(row) && (isActive || isDeclined(saved.stage))) await wipeCode(tx, row.id)
  const created = isActive && (await activateRequest(tx, product, { ...row, details }, { now, until }))
  const service = isActive ? await serviceOfRequest(tx, row) : undefined
  const hasNewAccess = keys && service && (await saveAccess(tx, { keys, now }, service, input))
  const payable = payableRequest(product)
  await updateCharge(tx, payable, (await findRequest(tx, product.name, row.id))!, { settings, now })
  if ((isActive || (inDelivery && !row.in_delivery)) && by === 'admin')
    await confirmActivated(tx, payable, row, now)
  if (isDeclined(saved.stage)) await returnSale(tx, 'request_id', row.id, now)
  const after = (await findRequest(tx, product.name, row.id))!
  if (!isSilent)
    await mailReview(tx, settings, product, { row, saved, activated: created ? service : undefined, created })
  // The event and the mail about an activation have them.
  if (hasNewAccess && !(created && !row.renews)) await announceAccess(tx, settings, service.id)
  await recordReview(
    tx,
    by,
    {
      action: created ? 'request.activated' : 'request.reviewed',
      entity: 'request',
      entity_id: row.id,
      before: auditable(row),
      after: auditable(after),
    },
    {
      user_id: row.user_id,
      type: created ? 'request.activated' : 'request.changed',
      topics: [product.path, ...(created ? [product.service.path, 'counters'] : [])],
      entity_id: row.id,
      data: { kind: product.name, subject: row.subject, status: saved.status },
    },
  )
  return after
}

/**
 * Whether the request is being delivered after this save: an account at a registrar serves its name, and it becomes
 * active or is being delivered already. Refuses with `BEING_DELIVERED` to decline what is under way.
 */
async function delivers(
  tx: Transaction,
  product: ProductDefinition,
  row: RequestRow,
  { stage }: Reviewed<string>,
): Promise<boolean> {
  if (
    stage === 'active' &&
    row.stage !== 'active' &&
    !row.in_delivery &&
    product.name === 'domain' &&
    !row.is_test
  ) {
    const renewed = row.renews ? await expiryOf(tx, row.renews) : null
    const price = priceOf(row)
    return openFulfilment(tx, {
      sourceKind: 'request',
      source: row.id,
      kind: row.renews ? 'renew' : isTransfer(row) ? 'transfer' : 'register',
      user_id: row.user_id,
      target: row.subject,
      input: {
        years: 1,
        ...(renewed && { renewed_from: renewed.toISOString() }),
        ...(price && { most: { amount: decimalOf(price), currency: price.currency } }),
      },
    })
  }
  if (!row.in_delivery) return false
  if (isDeclined(stage) && !(await closeFulfilment(tx, 'request', row.id)))
    throw new Refused('BEING_DELIVERED')
  return !isDeclined(stage)
}

const expiryOf = async ({ db }: Transaction, service: string): Promise<Date | null> =>
  (await db.selectFrom('services').select('expires_at').where('id', '=', service).executeTakeFirst())
    ?.expires_at ?? null

/** Stores what was decided, unless the request has changed since it was read. */
async function storeReview(
  { db }: Transaction,
  product: ProductDefinition,
  row: RequestRow,
  { details, ...saved }: Reviewed<string> & Pick<RequestRow, 'details' | 'in_delivery'>,
  now: Date,
) {
  // The reason of a rejected claim remains while the offer is the same, and when an activation is set back to its
  // offer.
  const isSameOffer =
    saved.stage === row.stage
      ? saved.price?.amount === priceOf(row)?.amount
      : saved.stage === 'offered' && row.stage === 'active'
  const openKey = row.renews ? renewalKey(row.renews) : product.exclusive ? row.subject : null
  const { numUpdatedRows } = await db
    .updateTable('requests')
    .set({
      ...saved,
      price: columnFromMoney(saved.price),
      details: JSON.stringify(details),
      claim_rejection: isSameOffer ? row.claim_rejection : null,
      open_key: isOpen(saved.stage) ? openKey : null,
      version: row.version + 1,
      updated_at: now,
    })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst()
  if (!numUpdatedRows) throw new ConcurrentChange()
}

/** Mails the customer what was decided. An offer that is paid already asks for nothing. */
async function mailReview(
  tx: Transaction,
  settings: Settings,
  product: ProductDefinition,
  {
    row,
    saved,
    created,
    activated,
  }: { row: RequestRow; saved: Reviewed<string>; created: boolean; activated: { id: string } | undefined },
) {
  const charge = saved.stage === 'offered' ? await findCharge(tx, 'request_id', row.id) : undefined
  if (charge?.state === 'paid') return
  const mail = mailOfReview(product, {
    before: row,
    saved,
    isActivated: created,
    ...(activated && { access: await currentAccess(tx, settings, activated.id) }),
    accounts: charge ? payToFor(charge, settings) : settings['payments.accounts'],
    reference: charge?.reference ?? null,
  })
  if (mail) await mailCustomer(tx, settings, row.user_id, mail)
}

/** What the mail about an activation says about the access to the service. */
async function currentAccess(tx: Transaction, settings: Settings, id: string) {
  const service = await tx.db
    .selectFrom('services')
    .select(['id', 'kind', 'facts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return accessData(tx, settings, service)
}
