import { m } from '../../../paraglide/messages.js'
import type { Series } from './MonthsFigure.tsx'

interface MonthsTableProps {
  title: string
  months: readonly { name: string }[]
  series: readonly Series[]
  format: (value: number) => string
}

/** The figures of a chart in numbers, this month first. */
export function MonthsTable({ title, months, series, format }: MonthsTableProps) {
  const rows = months.map(({ name }, index) => ({
    name,
    values: series.map(({ values }) => values[index] ?? 0),
  }))
  return (
    <table aria-label={title} className="w-full text-right">
      <thead>
        <tr className="border-b border-edge text-sm text-muted">
          <th scope="col" className="py-1.5 text-left font-semibold">
            {m.insights_month()}
          </th>
          {series.map(({ label }) => (
            <th key={label} scope="col" className="py-1.5 pl-3 font-semibold">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.toReversed().map(({ name, values }) => (
          <tr key={name} className="border-b border-line last:border-0">
            <th scope="row" className="py-1.5 text-left font-normal">
              {name}
            </th>
            {values.map((value, index) => (
              <td key={series[index]!.label} className="py-1.5 pl-3">
                {format(value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
