import * as z from 'zod/mini'
import {
  currency,
  cursor,
  decimal,
  id,
  limit,
  needs,
  oneLineText,
  page,
  row,
  rowId,
  signedIn,
  time,
} from '../../../shared/contract.ts'

const tags = ['invoices']

/** The receipt of the tax authority for an amount due. */
const fiscal = z.nullable(z.object({ code: z.string(), link: z.nullable(z.string()) }))

/** A line of an invoice or a credit note. Its net amount and its VAT are its total. */
const line = z.object({
  /** As it is printed, in the language of the document. */
  description: z.string(),
  /** What is sold: a domain name, an address, a plan. */
  name: z.string(),
  product: z.nullable(z.string()),
  quantity: z.number(),
  /** What the quantity counts. Null for pieces. */
  unit: z.nullable(z.enum(['year', 'month'])),
  /** Of one unit as it is listed. Null where the units differ in price. */
  price: z.nullable(decimal),
  /** The first and the last day of the term, in the shop's time zone. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  /** The rate of VAT. Null where there is none. */
  vat_percent: z.nullable(z.number()),
  net: decimal,
  vat: decimal,
  amount: decimal,
})

const invoiceFields = {
  id: rowId,
  kind: z.enum(['invoice', 'credit-note']),
  title: z.enum(['receipt', 'tax-invoice', 'credit-note']),
  /** As it is printed, such as `INV-2026-000001`. */
  number: z.string(),
  charge_id: rowId,
  /** Gross, and the VAT in it. */
  amount: decimal,
  vat: decimal,
  /** Without VAT: the amount less the VAT. */
  net: decimal,
  currency,
  lines: z.array(line),
  /** A day in the shop's time zone. */
  issued_on: z.string(),
  created_at: time,
  /** As it is known now. It is printed only on invoices that were issued after it was entered. */
  fiscal,
}
const invoice = row(invoiceFields)

const adminInvoice = row({
  ...invoiceFields,
  user_id: rowId,
  customer: z.string(),
  /** Of the PDF, once it is written. */
  sha256: z.nullable(z.string()),
})

const optionalText = (most: number) => z.nullable(oneLineText(most))
const link = z.nullable(z.string().check(z.maxLength(500), z.regex(/^https:\/\/[^\s]+$/)))

const chargeTax = z.object({
  fiscal_code: z.nullable(z.string()),
  fiscal_link: z.nullable(z.string()),
  withheld: z.nullable(decimal),
  certificate: z.nullable(z.string()),
  version: z.number(),
})
const customerTax = z.object({
  tin: z.nullable(z.string()),
  vat_exempt: z.boolean(),
  exemption: z.nullable(z.string()),
  version: z.number(),
})
const conflict = { CONFLICT: { status: 409, message: 'Someone changed this meanwhile.' } } as const

export const invoicesContract = {
  list: signedIn
    .route({
      method: 'GET',
      path: '/invoices',
      tags,
      summary: 'My receipts, invoices and credit notes, newest first',
      description: 'The PDF of each is at /api/invoices/{id}/pdf.',
    })
    .input(
      z.strictObject({
        charge: z.optional(id),
        /** Only what is for this service: its request or order, and its renewals. */
        service: z.optional(id),
        cursor,
        limit,
      }),
    )
    .output(page(invoice)),

  reviewList: needs('payments.read')
    .route({
      method: 'GET',
      path: '/admin/invoices',
      summary: 'All receipts, invoices and credit notes, newest first',
      description: 'The PDF of each is at /api/admin/invoices/{id}/pdf.',
    })
    .input(
      z.strictObject({
        charge: z.optional(id),
        user: z.optional(id),
        /** The start of a number. */
        q: z.optional(z.string().check(z.trim(), z.maxLength(60))),
        cursor,
        limit,
      }),
    )
    .output(page(adminInvoice)),

  showChargeTax: needs('payments.read')
    .route({
      method: 'GET',
      path: '/admin/charges/{id}/tax',
      summary: 'What was entered about the tax of an amount due',
    })
    .input(z.strictObject({ id }))
    .output(chargeTax),

  setChargeTax: needs('payments.write')
    .route({
      method: 'PUT',
      path: '/admin/charges/{id}/tax',
      summary: 'Enter the receipt code of the tax authority, and withheld tax',
    })
    .errors({
      ...conflict,
      AMOUNT_INVALID: { status: 400, message: 'The withheld amount is no part of what is due.' },
    })
    .input(
      z.strictObject({
        id,
        fiscal_code: optionalText(200),
        fiscal_link: link,
        withheld: z.nullable(z.number()),
        certificate: optionalText(100),
        /** As last seen, 0 where nothing was entered yet. */
        version: z.int(),
      }),
    )
    .output(chargeTax),

  showCustomerTax: needs('customers.read')
    .route({
      method: 'GET',
      path: '/admin/profiles/{profile}/tax',
      summary: 'The tax details of a customer',
    })
    .input(z.strictObject({ profile: id }))
    .output(customerTax),

  setCustomerTax: needs('payments.write')
    .route({
      method: 'PUT',
      path: '/admin/profiles/{profile}/tax',
      summary: 'Enter the tax details of a customer',
    })
    .errors(conflict)
    .input(
      z.strictObject({
        profile: id,
        tin: optionalText(40),
        vat_exempt: z.boolean(),
        exemption: optionalText(100),
        version: z.int(),
      }),
    )
    .output(customerTax),
}
