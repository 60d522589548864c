import { Link } from 'react-router'
import { classes } from '../../../kit/classes.ts'

interface CountersProps {
  /** Undefined while it loads; null when it could not be counted. */
  items: { label: string; count: number | null | undefined; to: string }[]
}

/** Three or four exact counts side by side, each with a link to what it counts. A failed count is a dash. */
export function Counters({ items }: CountersProps) {
  return (
    <dl
      className={classes(
        'grid gap-px overflow-hidden rounded-card border border-line bg-line',
        items.length > 3 ? 'grid-cols-2 sm:grid-cols-4' : 'grid-cols-3',
      )}
    >
      {items.map(({ label, count, to }) => (
        <div
          key={label}
          className="relative flex flex-col justify-between gap-1 bg-card p-4 hover:bg-well sm:p-5"
        >
          <dt className="text-sm text-muted">
            <Link to={to} className="after:absolute after:inset-0">
              {label}
            </Link>
          </dt>
          <dd className="text-2xl font-black" aria-busy={count === undefined}>
            {count === undefined ? (
              <span className="block h-[1.1em] w-8 animate-breathe rounded-control bg-well" />
            ) : (
              (count ?? '–')
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
