import { type ReactNode, useId, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Card } from '../../../../kit/Card.tsx'
import { classes } from '../../../../kit/classes.ts'
import { SegmentedControl } from '../../../../kit/form/SegmentedControl.tsx'
import { FigureTable } from './FigureTable.tsx'

export interface Series {
  label: string
  /** The text class of its colour. A series without one is a column of the table only. */
  color?: string
  /** By point. */
  values: readonly (number | null)[]
  format: (value: number | null) => string
}

/** The lines across a chart, and the place of a value as a share of its height. */
interface Scale {
  ticks: readonly number[]
  share: (value: number) => number
}

interface Limit {
  value: number
  label: string
}

/** The text class of a first value above the limit, in the chart and below it. */
const OVER_LIMIT = 'text-coral'

const isAbove = (value: number | null | undefined, limit: Limit | undefined) =>
  limit !== undefined && (value ?? 0) > limit.value

interface FigureProps {
  title: string
  /** The level of the title, below what is above it on the screen. */
  level: 'h2' | 'h3'
  about?: string
  /** What the period adds up to. */
  summary?: ReactNode
  /** What a point is, such as "Month". */
  unit: string
  /** Oldest first, each with a short name for the axis. */
  points: readonly { name: string; brief: string }[]
  series: readonly Series[]
  scale: Scale
  formatOnAxis: (value: number) => string
  /** A line across with its text. Without it the series are stacked; with it each point reaches from the first to the second. */
  limit?: Limit
}

/** Figures over time in three forms: a chart, the values at one point (by pointer, keyboard or touch), and a table. */
export function Figure(props: FigureProps) {
  const { title, level: Heading, about, summary, series, points } = props
  const [view, setView] = useState<'chart' | 'table'>('chart')
  // The newest until another one is chosen.
  const [chosen, setChosen] = useState(Infinity)
  const heading = useId()
  const drawn = series.filter(({ color }) => color)
  const index = Math.min(chosen, points.length - 1)
  return (
    <Card aria-labelledby={heading} className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <Heading id={heading} className="min-w-0 text-lg font-bold">
          {title}
        </Heading>
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
        {about ? <p className="w-full text-sm text-muted">{about}</p> : null}
        {summary}
      </div>
      {view === 'table' ? (
        <Table {...props} />
      ) : (
        <>
          <Chart {...props} series={drawn} index={index} onPoint={setChosen} />
          <input
            type="range"
            min={0}
            max={points.length - 1}
            value={index}
            aria-label={`${props.unit}: ${title}`}
            aria-valuetext={readingOf(props, index)}
            onChange={(event) => setChosen(Number(event.target.value))}
            className="ml-18 h-6 w-[calc(100%-72px)] cursor-pointer accent-edge opacity-0 focus-visible:opacity-100"
          />
          <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
            <span className="font-semibold">{points[index]?.name}</span>
            {drawn.map(({ label, color, values, format }, at) => (
              <span key={label} className="inline-flex items-center gap-1.5">
                <i
                  aria-hidden
                  className={classes(
                    'size-3 rounded-[3px] bg-current',
                    at === 0 && isAbove(values[index], props.limit) ? OVER_LIMIT : color,
                  )}
                />
                <span>
                  {label} <b className="font-semibold">{format(values[index] ?? null)}</b>
                </span>
              </span>
            ))}
          </p>
        </>
      )}
    </Card>
  )
}

const readingOf = ({ points, series }: Pick<FigureProps, 'points' | 'series'>, index: number) =>
  `${points[index]?.name}: ${series
    .filter(({ color }) => color)
    .map(({ label, values, format }) => `${label} ${format(values[index] ?? null)}`)
    .join(', ')}`

const HEIGHT = 190

interface ChartProps extends FigureProps {
  index: number
  onPoint: (index: number) => void
}

/** The drawing is for the eye: the values at a point stand below it, and all in the table. */
function Chart({ points, series, scale, formatOnAxis, limit, index, onPoint }: ChartProps) {
  const width = 100 / points.length
  const y = (value: number) => HEIGHT * (1 - scale.share(value))
  const every = Math.ceil(points.length / 13)
  return (
    <div aria-hidden>
      <div className="grid grid-cols-[4.5rem_minmax(0,1fr)]">
        <svg height={HEIGHT + 16} className="w-full overflow-visible fill-muted text-sm">
          {scale.ticks.map((tick) => (
            <text key={tick} x="100%" dx="-8" y={y(tick) + 12} textAnchor="end">
              {formatOnAxis(tick)}
            </text>
          ))}
        </svg>
        <svg height={HEIGHT + 16} className="w-full overflow-visible">
          <g transform="translate(0 8)">
            {points.map(({ name }, at) => (
              <rect
                key={name}
                x={`${at * width}%`}
                width={`${width}%`}
                height={HEIGHT}
                className={at === index ? 'fill-well' : 'fill-transparent'}
                onPointerEnter={() => onPoint(at)}
              >
                <title>{readingOf({ points, series }, at)}</title>
              </rect>
            ))}
            <g className="pointer-events-none">
              {scale.ticks.map((tick) => (
                <line key={tick} x2="100%" y1={y(tick)} y2={y(tick)} className="stroke-line" />
              ))}
              {points.map(({ name }, at) =>
                limit ? (
                  <Range key={name} x={`${(at + 0.5) * width}%`} y={y} limit={limit} {...ends(series, at)} />
                ) : (
                  <Bar
                    key={name}
                    x={(at + 0.19) * width}
                    width={0.62 * width}
                    y={y}
                    series={series}
                    at={at}
                  />
                ),
              )}
              {limit ? (
                <g className="stroke-coral" transform={`translate(0 ${y(limit.value)})`}>
                  <line x2="100%" strokeWidth="2" strokeDasharray="6 4" />
                  <text
                    x="100%"
                    y="-6"
                    textAnchor="end"
                    className="fill-coral stroke-none text-sm font-semibold"
                  >
                    {limit.label}
                  </text>
                </g>
              ) : null}
            </g>
          </g>
        </svg>
      </div>
      <ol className="ml-18 flex text-sm text-muted">
        {points.map(({ name, brief }, at) => (
          <li
            key={name}
            className={classes('min-w-0 flex-1', at % 3 !== (points.length - 1) % 3 && 'max-md:invisible')}
          >
            {/* Centered at its point, which is narrower than the name. */}
            <span className="relative left-1/2 inline-block -translate-x-1/2 whitespace-nowrap">
              {(points.length - 1 - at) % every ? null : brief}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

interface BarProps {
  /** In percent of the chart. */
  x: number
  width: number
  y: (value: number) => number
  series: readonly Series[]
  at: number
}

/** The values of a point, stacked from the bottom up. */
function Bar({ x, width, y, series, at }: BarProps) {
  let below = 0
  return series.map(({ label, color, values }) => {
    const from = below
    below += values[at] ?? 0
    return below === from ? null : (
      <rect
        key={label}
        x={`${x}%`}
        width={`${width}%`}
        y={y(below)}
        height={y(from) - y(below)}
        className={classes('fill-current', color)}
      />
    )
  })
}

const ends = ([low, high]: readonly Series[], at: number) => ({
  low: low?.values[at] ?? null,
  high: high?.values[at] ?? null,
})

interface RangeProps {
  x: string
  y: (value: number) => number
  low: number | null
  high: number | null
  limit: Limit
}

/** From one value to a higher one. The lower one has another colour above the limit. */
function Range({ x, y, low, high, limit }: RangeProps) {
  if (low === null || high === null) return null
  return (
    <>
      <line
        x1={x}
        x2={x}
        y1={y(low)}
        y2={y(high)}
        strokeWidth="6"
        strokeLinecap="round"
        className="stroke-primary/40"
      />
      <circle cx={x} cy={y(high)} r="3" className="fill-primary/70" />
      <circle
        cx={x}
        cy={y(low)}
        r="5"
        className={classes('fill-current', isAbove(low, limit) ? OVER_LIMIT : 'text-lagoon')}
      />
    </>
  )
}

/** The figures of the chart and the further ones, newest first. */
const Table = ({ title, unit, points, series }: FigureProps) => (
  <FigureTable
    label={title}
    rows={points.map((_, at) => at).toReversed()}
    keyOf={(at) => points[at]!.name}
    columns={[
      {
        id: 'point',
        header: unit,
        value: (at) => at,
        cell: (at) => points[at]!.name,
        text: (at) => points[at]!.name,
      },
      ...series.map(({ label, values, format }) => ({
        id: label,
        header: label,
        value: (at: number) => values[at] ?? null,
        cell: (at: number) => format(values[at] ?? null),
      })),
    ]}
  />
)

/** From zero, with at most four lines at 1, 2 or 5 times a power of ten. */
export function linearScale(most: number): Scale {
  const top = Math.max(most * 1.05, 1)
  const power = 10 ** Math.floor(Math.log10(top))
  const steps = [power / 10, power / 5, power / 2, power, power * 2]
  const step = steps.find((one) => one >= 1 && top / one < 5) ?? power
  return {
    ticks: Array.from({ length: Math.floor(top / step) + 1 }, (_, line) => line * step),
    share: (value) => value / top,
  }
}

/** Seconds with a line across: one, ten minutes, an hour, six hours, a day, a week, a month. */
const durations = [60, 600, 3_600, 21_600, 86_400, 604_800, 2_592_000]

/** Logarithmic, from 20 seconds: minutes and days are seen on it alike. */
export function durationScale(most: number): Scale {
  const top = durations.find((tick) => tick >= most) ?? most
  return {
    ticks: durations.filter((tick) => tick <= top),
    share: (seconds) => Math.log(Math.max(seconds, 20) / 20) / Math.log(top / 20),
  }
}
