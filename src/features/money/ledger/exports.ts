/** What the owner can export for a period: six tables as CSV, and the PDFs of the invoices as a ZIP archive. */
export const exportNames = ['sales', 'payments', 'invoices', 'ledger', 'vat', 'margins', 'pdfs'] as const
export type ExportName = (typeof exportNames)[number]

/** A month or a quarter of a year. Months and quarters count from 1. */
export interface PeriodChoice {
  year: number
  unit: 'month' | 'quarter'
  number: number
}

const dayText = (date: Date) => date.toISOString().slice(0, 10)

/** The first and the last day of a month or a quarter, as `2026-11-01` and `2026-11-30`. */
export function daysOf({ year, unit, number }: PeriodChoice): { from: string; to: string } {
  const months = unit === 'month' ? 1 : 3
  const first = (number - 1) * months
  return {
    from: dayText(new Date(Date.UTC(year, first, 1))),
    to: dayText(new Date(Date.UTC(year, first + months, 0))),
  }
}
