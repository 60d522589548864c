import './invoices.tables.ts'
import { randomUUIDv7 } from 'node:crypto'
import { decimalTextOf, type Money, moneyFromDecimal, sumOf } from '../../../../shared/money/money.ts'
import { Refused } from '../../../../shared/refusal.ts'
import { ConcurrentChange, constraintOf, type Transaction } from '../../../../server/database/database.ts'
import { audit } from '../../../audit/server/audit.ts'
import { takeNumber } from '../../../settings/server/invoice-numbers.ts'
import { readStored } from '../../../settings/server/settings.ts'
import { isShopMethod } from '../../received/receipt-key.ts'
import { type InvoiceFacts, type InvoiceKind, invoiceName, titleOf } from '../../invoices/invoice.ts'
import {
  creditLines,
  dayInZone,
  type SoldLine,
  taxLines,
  totalsOf,
  vatByRate,
  vatStep,
} from '../../../settings/vat.ts'
import { type ChargeOfInvoice, methodName, invoiceBase, taxing } from './facts.ts'
import { mailInvoice } from './invoice-mails.ts'

export interface IssuedInvoice {
  id: string
  /** As it is printed, such as `INV-2026-000001`. */
  name: string
  net: Money
  vat: Money
  gross: Money
}

interface Invoice {
  charge: ChargeOfInvoice
  /** Their amounts are gross, for the whole quantity of a line, in the charge's currency. */
  lines: readonly SoldLine[]
  payment: { method: string; code: string | null; paidAt: Date }
  now: Date
}

/**
 * Issues the receipt or tax invoice of a charge in the transaction that confirms its payment, and takes the next number
 * of its series there. A sale of a charge has one invoice: a second call gives that one. The VAT rates are those of the day on
 * which the amount was paid. The PDF is written after the commit. The transaction has an admin's or the server's rights.
 */
export async function issueInvoice(
  tx: Transaction,
  { charge, lines, payment, now }: Invoice,
): Promise<IssuedInvoice> {
  const earlier = await invoiceOf(tx, charge)
  if (earlier) return issued(earlier)
  const settings = await readStored(tx)
  const base = await invoiceBase(tx, settings, charge)
  const paidAt = payment.paidAt < now ? payment.paidAt : now
  const taxPoint = dayInZone(paidAt, base.timeZone)
  const taxed = taxLines(lines, taxing(base, settings, taxPoint))
  const { language } = base
  const method = await methodName(tx, settings, { charge: charge.id, method: payment.method, language })
  const invoice = await insertInvoice(tx, {
    kind: 'invoice',
    series: settings['papers.invoiceSeries'],
    charge,
    now,
    credited: null,
    facts: {
      ...base,
      title: titleOf(base.seller),
      issuedOn: dayInZone(now, base.timeZone),
      taxPoint,
      dueOn: null,
      currency: sumCurrency(lines),
      lines: taxed,
      byRate: vatByRate(taxed),
      totals: totalsOf(taxed),
      payment: { ...payment, method, paidAt: paidAt.toISOString() },
      credits: null,
    },
  })
  const isMoney = !isShopMethod(payment.method)
  await mailInvoice(tx, settings, { charge, invoice, method, isMoney, code: payment.code })
  return invoice
}

interface CreditNote {
  charge: ChargeOfInvoice
  /** The refund or credit that causes the note. One note is issued for each. */
  refund: string
  /** Gross. A line with the text of an invoice's line has its VAT rate. */
  lines: readonly SoldLine[]
  /** How the amount was paid back; null where it stays as credit. */
  payment: { method: string; code: string | null; paidAt: Date } | null
  now: Date
}

/**
 * Issues the credit note for what is paid back of a charge, with the VAT rates of its invoice and a number of its own
 * series. Null where the charge has no invoice. A second call for a refund gives the first one's note. Refuses with
 * `CREDIT_TOO_LARGE` more than the invoice has left.
 */
export async function issueCreditNote(
  tx: Transaction,
  { charge, refund, lines, payment, now }: CreditNote,
): Promise<IssuedInvoice | null> {
  const invoice = await invoiceOf(tx, charge)
  if (!invoice) return null
  const notes = await tx.db
    .selectFrom('invoices')
    .select([...invoiceColumns, 'refund_id'])
    .where('credits', '=', invoice.id)
    .execute()
  const earlier = notes.find(({ refund_id }) => refund_id === refund)
  if (earlier) return issued(earlier)
  const { currency } = invoice
  const before = sumOf(
    notes.map(({ amount }) => moneyFromDecimal(amount, currency)),
    currency,
  )
  const { prices = 'inclusive', lines: invoiced } = invoice.facts
  const taxed = creditLines(lines, invoiced, vatStep(prices, currency))
  const totals = totalsOf(taxed)
  if (sumCurrency(lines) !== currency) throw new Error('a credit note has the currency of its invoice')
  if (before.amount + totals.gross > invoice.facts.totals.gross) throw new Refused('CREDIT_TOO_LARGE')
  const settings = await readStored(tx)
  const base = await invoiceBase(tx, settings, charge)
  const { language } = base
  return insertInvoice(tx, {
    kind: 'credit-note',
    series: settings['papers.creditSeries'],
    charge,
    now,
    credited: { invoice: invoice.id, before, refund },
    facts: {
      ...base,
      prices,
      title: 'credit-note',
      issuedOn: dayInZone(now, base.timeZone),
      taxPoint: dayInZone(now, base.timeZone),
      dueOn: null,
      currency,
      lines: taxed,
      byRate: vatByRate(taxed),
      totals,
      payment: payment && {
        ...payment,
        method: await methodName(tx, settings, { charge: charge.id, method: payment.method, language }),
        paidAt: payment.paidAt.toISOString(),
      },
      fiscal: null,
      withheld: null,
      credits: { number: invoice.name, issuedOn: invoice.facts.issuedOn },
    },
  })
}

const invoiceColumns = ['id', 'name', 'amount', 'vat', 'currency', 'facts'] as const

interface StoredInvoice {
  id: string
  name: string
  amount: string
  vat: string
  currency: string
  facts: InvoiceFacts
}

const invoiceOf = ({ db }: Transaction, { id, sale }: ChargeOfInvoice): Promise<StoredInvoice | undefined> =>
  db
    .selectFrom('invoices')
    .select(invoiceColumns)
    .where('charge_id', '=', id)
    .where('sale', '=', sale)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()

function issued({ id, name, amount, vat: vatText, currency }: Omit<StoredInvoice, 'facts'>): IssuedInvoice {
  const [gross, vat] = [moneyFromDecimal(amount, currency), moneyFromDecimal(vatText, currency)]
  return { id, name, gross, vat, net: { amount: gross.amount - vat.amount, currency } }
}

function sumCurrency(lines: readonly SoldLine[]): string {
  const [currency, ...others] = new Set(lines.map(({ amount }) => amount.currency))
  if (!currency || others.length) throw new Error('the lines of a paper have one currency')
  return currency
}

interface NewInvoice {
  kind: InvoiceKind
  series: string
  charge: ChargeOfInvoice
  now: Date
  credited: { invoice: string; before: Money; refund: string } | null
  facts: Omit<InvoiceFacts, 'number'>
}

/** Keys that a second transaction for the same charge, refund or invoice violates. */
const guards = new Set([
  'invoices_one_invoice',
  'invoices_refund_id_key',
  'invoices_credits_credited_before_key',
])

async function insertInvoice(
  tx: Transaction,
  { kind, series, charge, now, credited, facts }: NewInvoice,
): Promise<IssuedInvoice> {
  const { currency } = facts
  const year = Number(facts.issuedOn.slice(0, 4))
  const number = await takeNumber(tx, series, year)
  const name = invoiceName(series, year, number)
  const row = {
    id: randomUUIDv7(),
    name,
    amount: decimalTextOf({ amount: facts.totals.gross, currency }),
    vat: decimalTextOf({ amount: facts.totals.vat, currency }),
    currency,
  }
  try {
    await tx.db
      .insertInto('invoices')
      .values({
        ...row,
        kind,
        series,
        year,
        number,
        user_id: charge.user_id,
        charge_id: charge.id,
        sale: charge.sale,
        credits: credited?.invoice ?? null,
        credited_before: credited && decimalTextOf(credited.before),
        refund_id: credited?.refund ?? null,
        tax_point: facts.taxPoint,
        facts: JSON.stringify({ ...facts, number: name } satisfies InvoiceFacts),
        created_at: now,
      })
      .execute()
  } catch (error) {
    // The repeated transaction finds the other's invoice, and the number of this one was never taken.
    if (guards.has(constraintOf(error) ?? '')) throw new ConcurrentChange()
    throw error
  }
  // A customer who pays with credit does not issue the invoice.
  const isProgram = tx.caller === 'service' || isOwner(tx, charge.user_id)
  await audit(tx, isProgram ? 'service' : 'admin', {
    ...(isProgram && { actor_id: null }),
    action: 'paper.issued',
    entity: 'paper',
    entity_id: row.id,
    after: { kind, number: name, amount: row.amount, vat: row.vat, currency, charge: charge.id },
  })
  return issued(row)
}

const isOwner = ({ caller, onBehalfOf }: Transaction, user_id: string) =>
  typeof caller === 'object' && caller.person === user_id && onBehalfOf === undefined
