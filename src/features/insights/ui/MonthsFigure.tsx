import { lazy, Suspense, useId, useMemo, useState, type ReactNode } from 'react'
import { m } from '../../../paraglide/messages.js'
import { Card } from '../../../kit/Card.tsx'
import { SegmentedControl } from '../../../kit/form/SegmentedControl.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { MonthsTable } from './MonthsTable.tsx'

const MonthsChart = lazy(() => import('./MonthsChart.tsx'))

export interface Series {
  label: string
  /** The class of its colour. */
  swatch: string
  values: readonly number[]
}

interface MonthsFigureProps {
  title: string
  about: string
  /** In full, and short enough to stand below a bar. */
  months: readonly { name: string; brief: string }[]
  /** What the bars are stacked of. */
  series: readonly Series[]
  format: (value: number) => string
  /** Shorter, where the axis has little room. */
  formatOnAxis?: (value: number) => string
  /** Further columns of the table, which no bar shows. */
  further?: readonly Series[]
}

/**
 * Bars by month that can be read in three ways: seen, month by month with the keyboard or a finger, and as a table.
 */
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
  const month = months[index]?.name ?? ''
  const reading = series.map(({ label, values }) => `${label} ${format(values[index] ?? 0)}`).join(', ')
  return (
    <>
      <Suspense fallback={<Skeleton className="h-[220px] w-full" />}>
        <Drawn months={months} series={series} format={formatOnAxis} onPoint={setIndex} />
      </Suspense>
      <input
        type="range"
        min={0}
        max={months.length - 1}
        value={index}
        aria-label={m.insights_month_of({ title })}
        aria-valuetext={`${month}: ${reading}`}
        onChange={(event) => setIndex(Number(event.target.value))}
        className="ml-16 h-6 w-[calc(100%-64px)] touch cursor-pointer"
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

/** The chart is drawn anew for every other object: it gets the same ones for as long as the figures are the same. */
function Drawn({
  months,
  series,
  ...rest
}: Pick<MonthsFigureProps, 'months' | 'series' | 'format'> & { onPoint: (index: number) => void }) {
  const figures = JSON.stringify([
    months.map(({ brief }) => brief),
    series.map(({ values }) => values),
    series.map(({ swatch }) => swatch),
  ])
  const [labels, values, swatches] = useMemo(
    () => JSON.parse(figures) as [string[], number[][], string[]],
    [figures],
  )
  return <MonthsChart labels={labels} series={values} swatches={swatches} {...rest} />
}

const Legend = ({ swatch, children }: { swatch: string; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    <i aria-hidden className={`size-3 rounded-[3px] ${swatch}`} />
    <span>{children}</span>
  </span>
)
