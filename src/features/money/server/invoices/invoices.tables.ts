import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Amount } from '../../../../server/database/tables.ts'
import type { InvoiceFacts, InvoiceKind } from '../../invoices/invoice.ts'

type WrittenOnce<T> = ColumnType<T | null, never, T>

export interface Invoices {
  id: string
  kind: InvoiceKind
  series: string
  year: number
  number: number
  name: string
  user_id: string
  charge_id: string
  /** Which sale of the charge it is for. */
  sale: Generated<number>
  credits: string | null
  credited_before: Amount | null
  refund_id: string | null
  amount: Amount
  vat: Amount
  currency: string
  tax_point: ColumnType<string, string, never>
  facts: JSONColumnType<InvoiceFacts, string, never>
  created_at: Date
  pdf: WrittenOnce<Buffer>
  sha256: WrittenOnce<string>
  written_at: WrittenOnce<Date>
}

declare module '../../../../server/database/tables.ts' {
  interface Tables {
    invoices: Invoices
    charge_taxes: {
      charge_id: string
      /** Which sale of the charge it is for. */
      sale: Generated<number>
      user_id: string
      fiscal_code: string | null
      fiscal_link: string | null
      withheld: Amount | null
      certificate: string | null
      version: Generated<number>
      updated_at: Now
    }
    customer_taxes: {
      user_id: string
      tin: string | null
      vat_exempt: Generated<boolean>
      exemption: string | null
      version: Generated<number>
      updated_at: Now
    }
  }
}
