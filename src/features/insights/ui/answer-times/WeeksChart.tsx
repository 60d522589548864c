import { m } from '../../../../paraglide/messages.js'
import { classes } from '../../../../kit/classes.ts'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { durationText, type Times, weekText } from './api.ts'

interface WeeksChartProps {
  weeks: readonly { week: string; times: Times }[]
  promisedSeconds: number
}

const HEIGHT = 200
/** Seconds with a line across: one, ten minutes, an hour, six hours, a day, a week, a month. */
const ticks = [60, 600, 3_600, 21_600, 86_400, 604_800, 2_592_000]

/**
 * Each week from its median to the time within which nine in ten were done, with the promise as a line. The scale is
 * logarithmic: minutes and days are seen on it alike. The table beside it has the figures for screen readers.
 */
export function WeeksChart({ weeks, promisedSeconds }: WeeksChartProps) {
  const { locale } = usePageData()
  const most = Math.max(promisedSeconds * 2, ...weeks.map(({ times }) => times.ninetieth ?? 0))
  const top = ticks.find((tick) => tick >= most) ?? most
  const shown = ticks.filter((tick) => tick <= top)
  const y = (seconds: number) => HEIGHT - (HEIGHT * Math.log(Math.max(seconds, 20) / 20)) / Math.log(top / 20)
  const x = (index: number) => `${((index + 0.5) * 100) / weeks.length}%`
  const every = Math.ceil(weeks.length / 13)
  return (
    <div aria-hidden>
      <div className="grid grid-cols-[4.5rem_minmax(0,1fr)]">
        <svg height={HEIGHT + 16} className="w-full overflow-visible fill-muted text-sm">
          {shown.map((tick) => (
            <text key={tick} x="100%" dx="-8" y={y(tick) + 12} textAnchor="end">
              {durationText(tick, locale)}
            </text>
          ))}
        </svg>
        <svg height={HEIGHT + 16} className="w-full overflow-visible">
          <g transform="translate(0 8)">
            {shown.map((tick) => (
              <line key={tick} x1="0" x2="100%" y1={y(tick)} y2={y(tick)} className="stroke-line" />
            ))}
            {weeks.map(({ week, times }, index) =>
              times.median === null || times.ninetieth === null ? null : (
                <g key={week}>
                  <title>
                    {`${weekText(week, locale)} · ${m.answer_time_median()} ${durationText(times.median, locale)} · ${m.answer_time_ninetieth()} ${durationText(times.ninetieth, locale)}`}
                  </title>
                  {/* Wide and unseen, to be found by the pointer. */}
                  <line
                    x1={x(index)}
                    x2={x(index)}
                    y1="0"
                    y2={HEIGHT}
                    strokeWidth="20"
                    className="stroke-transparent"
                    pointerEvents="stroke"
                  />
                  <line
                    x1={x(index)}
                    x2={x(index)}
                    y1={y(times.median)}
                    y2={y(times.ninetieth)}
                    strokeWidth="6"
                    strokeLinecap="round"
                    className="stroke-lagoon/30"
                  />
                  <circle cx={x(index)} cy={y(times.ninetieth)} r="3" className="fill-lagoon/60" />
                  <circle
                    cx={x(index)}
                    cy={y(times.median)}
                    r="5"
                    className={times.median <= promisedSeconds ? 'fill-lagoon' : 'fill-coral'}
                  />
                </g>
              ),
            )}
            <line
              x1="0"
              x2="100%"
              y1={y(promisedSeconds)}
              y2={y(promisedSeconds)}
              strokeWidth="2"
              strokeDasharray="6 4"
              className="stroke-coral"
            />
            <text
              x="100%"
              y={y(promisedSeconds) - 6}
              textAnchor="end"
              className="fill-coral text-sm font-semibold"
            >
              {m.answer_time_promise({ time: durationText(promisedSeconds, locale) })}
            </text>
          </g>
        </svg>
      </div>
      <ol className="ml-18 flex text-sm text-muted">
        {weeks.map(({ week }, index) => (
          <li
            key={week}
            className={classes(
              'min-w-0 flex-1 text-center whitespace-nowrap',
              index % 3 !== (weeks.length - 1) % 3 && 'max-md:invisible',
            )}
          >
            {(weeks.length - 1 - index) % every ? null : weekText(week, locale)}
          </li>
        ))}
      </ol>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <span className="inline-flex items-center gap-1.5">
          <i className="size-2.5 rounded-full bg-lagoon" />
          {m.answer_time_median()}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <i className="size-1.5 rounded-full bg-lagoon/60" />
          {m.answer_time_ninetieth()}
        </span>
      </p>
    </div>
  )
}
