import './invoices.tables.ts'
import { implement } from '@orpc/server'
import { sql } from 'kysely'
import {
  decimalOf,
  decimalTextOf,
  type Money,
  moneyFromDecimal,
  readPrice,
} from '../../../../shared/money/money.ts'
import { Refused } from '../../../../shared/refusal.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { newestPage } from '../../../../server/database/keyset.ts'
import { literally } from '../../../../server/database/search.ts'
import type { CallerContext, Context } from '../../../../server/http/context.ts'
import { authorize } from '../../../../server/http/procedures.ts'
import { requireCustomer } from '../../../accounts/server/accounts.ts'
import { audit } from '../../../audit/server/audit.ts'
import { invoicesContract } from '../../invoices/invoices.contract.ts'
import type { Locale } from '../../../../shared/pages.ts'
import type { TaxedLine } from '../../../settings/vat.ts'
import type { InvoiceFacts } from '../../invoices/invoice.ts'
import { chargesOfService } from '../charges/own-charges.ts'
import { type Charge, findCharge } from '../charges/charges.ts'
import { describeLine } from './describe-line.ts'
import type { Input } from '../../../../shared/contract.ts'

const on = implement(invoicesContract).$context<Context>().use(authorize)

/** Counts withheld tax as paid, in the transaction that stores it. */
type CountWithheld = (
  tx: Transaction,
  caller: CallerContext,
  charge: string,
  withheld: Money | null,
) => Promise<void>

export const invoicesRouter = (countWithheld: CountWithheld) => ({
  list: on.list.handler(({ context, input }) =>
    listInvoices(context.caller, { ...input, user: context.caller.person() }),
  ),
  reviewList: on.reviewList.handler(({ context, input }) => listInvoices(context.caller, input)),
  showChargeTax: on.showChargeTax.handler(({ context, input }) =>
    context.caller.read(async (tx) => {
      const charge = await chargeOf(tx, input.id)
      return chargeTaxOf(tx, input.id, charge.currency)
    }),
  ),
  setChargeTax: on.setChargeTax.handler(({ context, input }) =>
    setChargeTax(context.caller, input, countWithheld),
  ),
  showCustomerTax: on.showCustomerTax.handler(({ context, input }) =>
    context.caller.read(async (tx) => {
      await requireCustomer(tx, input.profile)
      return customerTaxOf(tx, input.profile)
    }),
  ),
  setCustomerTax: on.setCustomerTax.handler(({ context, input }) => setCustomerTax(context.caller, input)),
})

async function listInvoices(
  caller: CallerContext,
  {
    charge,
    service,
    user,
    q,
    ...paging
  }: Input<typeof invoicesContract.reviewList> & { service?: string | undefined },
) {
  const { rows, next_cursor } = await caller.read(({ db }) => {
    let query = db
      .selectFrom('invoices')
      .leftJoin('charge_taxes', 'charge_taxes.charge_id', 'invoices.charge_id')
      .select([
        'invoices.id',
        'invoices.kind',
        'invoices.name',
        'invoices.charge_id',
        'invoices.user_id',
        'invoices.amount',
        'invoices.vat',
        'invoices.currency',
        'invoices.created_at',
        'invoices.sha256',
        'charge_taxes.fiscal_code',
        'charge_taxes.fiscal_link',
        sql<InvoiceFacts['title']>`invoices.facts ->> 'title'`.as('title'),
        sql<string>`invoices.facts ->> 'issuedOn'`.as('issued_on'),
        sql<string>`invoices.facts -> 'customer' ->> 'name'`.as('customer'),
        sql<TaxedLine[]>`invoices.facts -> 'lines'`.as('lines'),
        sql<Locale>`invoices.facts ->> 'language'`.as('language'),
      ])
    if (charge) query = query.where('invoices.charge_id', '=', charge)
    if (service) query = query.where('invoices.charge_id', 'in', chargesOfService(service))
    if (user) query = query.where('invoices.user_id', '=', user)
    if (q) query = query.where('invoices.name', 'like', `${literally(q.toUpperCase())}%`)
    return newestPage(query, 'invoices', paging)
  })
  const items = rows.map((found) => {
    const { name, title, amount, vat, fiscal_code, fiscal_link, created_at, lines, language, ...row } = found
    const [gross, tax] = [moneyFromDecimal(amount, row.currency), moneyFromDecimal(vat, row.currency)]
    return {
      ...row,
      lines: lines.map((line) => presentLine(line, row.currency, language)),
      net: decimalOf({ ...gross, amount: gross.amount - tax.amount }),
      number: name,
      // No pro forma is stored.
      title: title as Exclude<InvoiceFacts['title'], 'pro-forma'>,
      amount: decimalOf(gross),
      vat: decimalOf(tax),
      created_at: created_at.toISOString(),
      fiscal: fiscal_code && row.kind === 'invoice' ? { code: fiscal_code, link: fiscal_link } : null,
    }
  })
  return { items, next_cursor }
}

function presentLine(line: TaxedLine, currency: string, language: Locale) {
  const decimal = (amount: number) => decimalOf({ amount, currency })
  const { text, product = null, quantity, unit = null, price = null, period = null, percent } = line
  return {
    description: describeLine(line, language),
    name: text,
    product,
    quantity,
    unit,
    price: price === null ? null : decimal(price),
    from: period?.from ?? null,
    to: period?.to ?? null,
    vat_percent: percent,
    net: decimal(line.net),
    vat: decimal(line.vat),
    amount: decimal(line.gross),
  }
}

async function chargeOf(tx: Transaction, id: string): Promise<Charge> {
  const charge = await findCharge(tx, 'id', id)
  if (!charge) throw new Refused('NOT_FOUND')
  return charge
}

async function chargeTaxOf({ db }: Transaction, id: string, currency: string) {
  const row = await db
    .selectFrom('charge_taxes')
    .select(['fiscal_code', 'fiscal_link', 'withheld', 'certificate', 'version'])
    .where('charge_id', '=', id)
    .executeTakeFirst()
  if (!row) return { fiscal_code: null, fiscal_link: null, withheld: null, certificate: null, version: 0 }
  return { ...row, withheld: (row.withheld && decimalOf(moneyFromDecimal(row.withheld, currency))) || null }
}

/**
 * Stores what an admin enters about the tax of an amount due. What is withheld of an open one counts as paid. Issued invoices
 * do not change. Refuses with `NOT_FOUND`,
 * `CONFLICT`, and with `AMOUNT_INVALID` a withheld amount that is not positive or more than is due.
 */
const setChargeTax = (
  caller: CallerContext,
  { id, version, withheld, ...entered }: Input<typeof invoicesContract.setChargeTax>,
  countWithheld: CountWithheld,
) =>
  caller.write(async (tx) => {
    const { user_id, amount, currency } = await chargeOf(tx, id)
    const money = withheld === null ? null : readPrice(withheld, currency)
    if (
      money === undefined ||
      (money && (money.amount === 0 || money.amount > moneyFromDecimal(amount, currency).amount))
    )
      throw new Refused('AMOUNT_INVALID')
    const before = await chargeTaxOf(tx, id, currency)
    const values = { ...entered, withheld: money && decimalTextOf(money) }
    await insertOrUpdate(
      version,
      () =>
        tx.db
          .insertInto('charge_taxes')
          .values({ ...values, charge_id: id, user_id })
          .onConflict((c) => c.doNothing())
          .executeTakeFirst(),
      () =>
        tx.db
          .updateTable('charge_taxes')
          .set({ ...values, version: version + 1, updated_at: caller.now })
          .where('charge_id', '=', id)
          .where('version', '=', version)
          .executeTakeFirst(),
    )
    await countWithheld(tx, caller, id, money)
    const after = await chargeTaxOf(tx, id, currency)
    await audit(tx, 'admin', { action: 'tax.changed', entity: 'charge', entity_id: id, before, after })
    return after
  })

async function customerTaxOf({ db }: Transaction, id: string) {
  const row = await db
    .selectFrom('customer_taxes')
    .select(['tin', 'vat_exempt', 'exemption', 'version'])
    .where('user_id', '=', id)
    .executeTakeFirst()
  return row ?? { tin: null, vat_exempt: false, exemption: null, version: 0 }
}

/** Stores the tax details of a customer, for invoices that are issued from now on. Refuses with `NOT_FOUND`, `CONFLICT`. */
const setCustomerTax = (
  caller: CallerContext,
  { profile, version, ...values }: Input<typeof invoicesContract.setCustomerTax>,
) =>
  caller.write(async (tx) => {
    await requireCustomer(tx, profile)
    const before = await customerTaxOf(tx, profile)
    await insertOrUpdate(
      version,
      () =>
        tx.db
          .insertInto('customer_taxes')
          .values({ ...values, user_id: profile })
          .onConflict((c) => c.doNothing())
          .executeTakeFirst(),
      () =>
        tx.db
          .updateTable('customer_taxes')
          .set({ ...values, version: version + 1, updated_at: caller.now })
          .where('user_id', '=', profile)
          .where('version', '=', version)
          .executeTakeFirst(),
    )
    const after = await customerTaxOf(tx, profile)
    await audit(tx, 'admin', { action: 'tax.changed', entity: 'profile', entity_id: profile, before, after })
    return after
  })

/** Inserts a row of version 0, which nobody has written yet, or updates one of that version. Refuses with `CONFLICT`. */
async function insertOrUpdate(
  version: number,
  insert: () => Promise<{ numInsertedOrUpdatedRows?: bigint | undefined } | undefined>,
  update: () => Promise<{ numUpdatedRows: bigint } | undefined>,
) {
  const count = version === 0 ? (await insert())?.numInsertedOrUpdatedRows : (await update())?.numUpdatedRows
  if (!count) throw new Refused('CONFLICT')
}

/** Erases what was entered about a person, in the transaction that deletes the account. Issued invoices have to be kept. */
export async function eraseTaxDetails({ db }: Transaction, person: string): Promise<void> {
  await db
    .updateTable('customer_taxes')
    .set({ tin: null, exemption: null })
    .where('user_id', '=', person)
    .execute()
}
