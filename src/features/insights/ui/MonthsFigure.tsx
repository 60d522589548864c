import { lazy, type ReactNode, Suspense, useCallback, useId, useMemo, useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { Card } from '../../../kit/Card.tsx'
import { SegmentedControl } from '../../../kit/form/SegmentedControl.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'

const MonthsChart = lazy(() => import('./MonthsChart.tsx'))

interface Series {
  label: string
  /** The background class of its colour. */
  swatch: string
  values: readonly number[]
  /** Instead of the figure's, in the table. */
  format?: (value: number) => string
}

interface MonthsFigureProps {
  title: string
  about: string
  /** The full name, and a short one for the label below a bar. */
  months: readonly { name: string; brief: string }[]
  /** The series that are stacked in the bars. */
  series: readonly Series[]
  format: (value: number) => string
  /** A shorter format for the axis. */
  formatOnAxis?: (value: number) => string
  /** Further columns of the table, which the chart does not show. */
  further?: readonly Series[]
}

/** Figures by month in three forms: a chart, the values of one month (by keyboard or touch), and a table. */
export function MonthsFigure({
  title,
  about,
  months,
  series,
  format,
  formatOnAxis = format,
  further = [],
}: MonthsFigureProps) {
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const heading = useId()
  return (
    <Card aria-labelledby={heading} className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h3 id={heading} className="min-w-0 text-lg font-bold">
          {title}
        </h3>
        <SegmentedControl
          label={m.insights_view({ title })}
          value={view}
          onChange={setView}
          options={[
            { value: 'chart', label: m.insights_chart() },
            { value: 'table', label: m.insights_table() },
          ]}
        />
        {/* Below both, so that two figures beside each other begin at the same height. */}
        <p className="w-full text-sm text-muted">{about}</p>
      </div>
      {view === 'table' ? (
        <MonthsTable title={title} months={months} series={[...series, ...further]} format={format} />
      ) : (
        <Bars title={title} months={months} series={series} format={format} formatOnAxis={formatOnAxis} />
      )}
    </Card>
  )
}

function Bars({
  title,
  months,
  series,
  format,
  formatOnAxis,
}: Omit<MonthsFigureProps, 'about' | 'further' | 'formatOnAxis'> & {
  formatOnAxis: (value: number) => string
}) {
  const [index, setIndex] = useState(months.length - 1)
  const [isNear, place] = useNear()
  const month = months[index]?.name ?? ''
  const reading = series.map(({ label, values }) => `${label} ${format(values[index] ?? 0)}`).join(', ')
  return (
    <>
      <Suspense fallback={<Skeleton className="h-[220px] w-full" />}>
        {isNear ? (
          <Drawn months={months} series={series} format={formatOnAxis} onPoint={setIndex} />
        ) : (
          <div ref={place} className="h-[220px]" />
        )}
      </Suspense>
      <input
        type="range"
        min={0}
        max={months.length - 1}
        value={index}
        aria-label={m.insights_month_of({ title })}
        aria-valuetext={`${month}: ${reading}`}
        onChange={(event) => setIndex(Number(event.target.value))}
        className="ml-16 h-6 w-[calc(100%-64px)] touch cursor-pointer accent-edge"
      />
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <span className="font-semibold">{month}</span>
        {series.map(({ label, swatch, values }) => (
          <Legend key={label} swatch={swatch}>
            {label} <b className="font-semibold">{format(values[index] ?? 0)}</b>
          </Legend>
        ))}
      </p>
    </>
  )
}

/** Whether the returned ref's element has come near the screen. On a phone the code of the charts can wait for that. */
function useNear() {
  const [isNear, setNear] = useState(false)
  const place = useCallback((element: Element | null) => {
    if (!element) return undefined
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some((entry) => entry.isIntersecting)),
      {
        rootMargin: '300px',
      },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [isNear, place] as const
}

/** The chart is redrawn for every new array, so the arrays are memoized. */
function Drawn({
  months,
  series,
  ...rest
}: Pick<MonthsFigureProps, 'months' | 'series' | 'format'> & { onPoint: (index: number) => void }) {
  const figures = useMemo(
    () => ({
      labels: months.map(({ brief }) => brief),
      series: series.map(({ values }) => values),
      swatches: series.map(({ swatch }) => swatch),
    }),
    [months, series],
  )
  return <MonthsChart {...figures} {...rest} />
}

const Legend = ({ swatch, children }: { swatch: string; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    <i aria-hidden className={`size-3 rounded-[3px] ${swatch}`} />
    <span>{children}</span>
  </span>
)

interface MonthsTableProps {
  title: string
  months: readonly { name: string }[]
  series: readonly Series[]
  format: (value: number) => string
}

/** The figures of a chart as a table, newest month first. */
function MonthsTable({ title, months, series, format }: MonthsTableProps) {
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
                {(series[index]!.format ?? format)(value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
