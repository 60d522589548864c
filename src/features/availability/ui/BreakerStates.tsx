import { CircleCheck, CircleDashed, CircleSlash, type LucideIcon } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { Badge, type Tone } from '../../../kit/Badge.tsx'
import { RelativeTime } from '../../../kit/dates.tsx'
import type { SuffixHealth } from './TestButton.tsx'

const looks: Record<SuffixHealth['breakers'][number]['state'], [Tone, LucideIcon, () => string]> = {
  closed: ['available', CircleCheck, m.engine_breaker_closed],
  'half-open': ['pending', CircleDashed, m.engine_breaker_half_open],
  open: ['rejected', CircleSlash, m.engine_breaker_open],
}

/** Whether each of a suffix's servers is being asked, and what went wrong last. */
export function BreakerStates({ breakers, last_problem: problem }: SuffixHealth) {
  return (
    <>
      <span className="inline-flex flex-wrap gap-1.5 max-sm:justify-end">
        {breakers.map(({ source, state }) => {
          const [tone, icon, words] = looks[state]
          return (
            <Badge key={source} tone={tone} icon={icon}>
              {source.toUpperCase()}: {words()}
            </Badge>
          )
        })}
      </span>
      {problem ? (
        <span className="mt-1 block text-sm text-muted">
          {m.engine_last_problem({ source: problem.source.toUpperCase(), reason: problem.reason })}{' '}
          <RelativeTime at={problem.at} />
        </span>
      ) : null}
    </>
  )
}
