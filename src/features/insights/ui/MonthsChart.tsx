import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

interface MonthsChartProps {
  /** The label below each bar. */
  labels: readonly string[]
  /** The values of each series. They are stacked in this order, from the bottom up. */
  series: readonly (readonly number[])[]
  /** The background class of each series. */
  swatches: readonly string[]
  format: (value: number) => string
  /** Called with the index of the month under the pointer. */
  onPoint: (index: number) => void
}

const HEIGHT = 220

/**
 * A bar chart by month on a canvas. It reads its colours from elements beside it, because only the theme defines
 * colours. The canvas has no text for screen readers: the figures must be shown beside it.
 */
export default function MonthsChart({ labels, series, swatches, format, onPoint }: MonthsChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const point = useRef(onPoint)
  useEffect(() => {
    point.current = onPoint
  }, [onPoint])

  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    let plot: uPlot | undefined
    const draw = () => {
      plot?.destroy()
      plot = new uPlot(optionsOf(element, { labels, format, point }), dataOf(series), element)
    }
    const resized = new ResizeObserver(draw)
    resized.observe(element)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', draw)
    return () => {
      resized.disconnect()
      dark.removeEventListener('change', draw)
      plot?.destroy()
    }
  }, [labels, series, format])

  return (
    <div
      ref={place}
      aria-hidden
      className="border-line text-muted [&_.u-wrap]:mx-auto"
      style={{ height: HEIGHT }}
    >
      {swatches.map((swatch) => (
        <i key={swatch} data-swatch className={`hidden ${swatch}`} />
      ))}
    </div>
  )
}

/** The cumulative sums, highest first: each bar is drawn over the higher one. */
function dataOf(series: MonthsChartProps['series']): uPlot.AlignedData {
  const sums = series.map((_, top) =>
    series[0]!.map((__, month) => series.slice(0, top + 1).reduce((sum, one) => sum + one[month]!, 0)),
  )
  return [series[0]!.map((_, month) => month), ...sums.toReversed()]
}

function optionsOf(
  element: HTMLElement,
  {
    labels,
    format,
    point,
  }: Pick<MonthsChartProps, 'labels' | 'format'> & { point: { current: (index: number) => void } },
): uPlot.Options {
  const { color: ink, borderTopColor: line, fontFamily } = getComputedStyle(element)
  const fills = [...element.querySelectorAll('[data-swatch]')].map(
    (swatch) => getComputedStyle(swatch).backgroundColor,
  )
  const width = element.clientWidth
  const every = width < 520 ? 3 : 1
  const axis = { stroke: ink, font: `13px ${fontFamily}`, ticks: { show: false } }
  return {
    width,
    height: HEIGHT,
    padding: [12, 10, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: [-0.5, labels.length - 0.5] },
      y: { range: (_, __, most) => [0, Math.max(most * 1.05, 1)] },
    },
    axes: [
      {
        ...axis,
        size: 30,
        grid: { show: false },
        splits: () => labels.map((_, index) => index),
        values: (_, indexes) =>
          indexes.map((index) => ((labels.length - 1 - index) % every ? '' : labels[index]!)),
      },
      {
        ...axis,
        size: 64,
        grid: { stroke: line, width: 1 },
        incrs: [
          1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 1e7, 1e8,
        ],
        values: (_, values) => values.map(format),
      },
    ],
    series: [
      {},
      ...fills.toReversed().map((fill) => ({
        fill,
        width: 0,
        points: { show: false },
        paths: uPlot.paths.bars!({ size: [0.62, 44] }),
      })),
    ],
    hooks: {
      setCursor: [({ cursor }) => typeof cursor.idx === 'number' && point.current(cursor.idx)],
    },
  }
}
