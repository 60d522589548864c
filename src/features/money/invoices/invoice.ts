import type { Locale } from '../../../shared/pages.ts'
import type { Settings } from '../../settings/settings.ts'
import type { PriceKind, TaxedLine, Totals } from '../../settings/vat.ts'

export type InvoiceKind = 'invoice' | 'credit-note'
export type InvoiceTitle = 'receipt' | 'tax-invoice' | 'credit-note' | 'pro-forma'

export interface InvoicePayment {
  method: string
  code: string | null
  /** RFC 3339. */
  paidAt: string
}

/** Everything that is printed on an invoice. Amounts are in the currency's smallest unit. */
export interface InvoiceFacts {
  title: InvoiceTitle
  /** Null for a pro forma. */
  number: string | null
  language: Locale
  /** Days in the shop's time zone. */
  issuedOn: string
  taxPoint: string
  dueOn: string | null
  timeZone: string
  /** Whether the prices of its lines contain VAT. Documents from before there was a choice lack it. */
  prices?: PriceKind
  seller: {
    name: string
    address: string | null
    tin: string | null
    vrn: string | null
    email: string | null
    phone: string | null
    /** The file of a stored logo. */
    logo: string | null
    /** As `#0b6b63`. Documents from before there was a choice lack it. */
    colour?: string | null
  }
  customer: {
    name: string
    /** The person, where the name is a business's. */
    contact: string | null
    email: string | null
    phone: string | null
    country: string | null
    tin: string | null
    isExempt: boolean
    exemption: string | null
  }
  currency: string
  lines: TaxedLine[]
  byRate: (Totals & { percent: number })[]
  totals: Totals
  payment: InvoicePayment | null
  reference: string
  /** The receipt of the tax authority, where it was entered before the invoice was issued. */
  fiscal: { code: string; link: string | null } | null
  /** Tax that the customer withheld, which is part of the total. */
  withheld: { amount: number; certificate: string | null } | null
  credits: { number: string; issuedOn: string } | null
}

export const sellerOf = (settings: Settings): InvoiceFacts['seller'] => ({
  name: settings['papers.legalName'] || settings['business.name'],
  address: settings['invoices.address'] || settings['business.address'],
  tin: settings['invoices.tin'] || null,
  vrn: settings['invoices.vrn'] || null,
  email: settings['business.email'],
  phone: settings['business.phone'],
  logo: settings['business.logo'],
  colour: settings['business.colour'],
})

/** What an invoice is called once it is paid: without a VAT registration nobody may issue a tax invoice. */
export const titleOf = ({ vrn }: InvoiceFacts['seller']) => (vrn ? 'tax-invoice' : 'receipt')

/** The lines below "From" of an invoice, of which the first is bold. */
export const sellerLines = (
  { name, address, tin, vrn, email, phone }: InvoiceFacts['seller'],
  say: Record<'tin' | 'vrn', (of: { number: string }) => string>,
): string[] =>
  [name, address, tin && say.tin({ number: tin }), vrn && say.vrn({ number: vrn }), email, phone].filter(
    (line): line is string => Boolean(line),
  )

/** The number of an invoice, as it is printed: `INV-2026-000001`. */
export const invoiceName = (series: string, year: number, number: number) =>
  `${series}-${year}-${String(number).padStart(6, '0')}`
