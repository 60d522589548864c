import { m } from '../../../paraglide/messages.js'
import { outcomeOf } from '../answer.ts'
import { useAnswers } from './use-answers.ts'
import { OutcomeBadge, outcomeStyles } from './OutcomeBadge.tsx'
import { Spinner } from '../../../kit/Button.tsx'

interface AvailabilityMarkProps {
  name: string
  /** The names that are looked up in the same call. */
  among: readonly string[]
}

/**
 * A small sign beside a suggested name: free, not free, or an error; empty while it is looked up. It blocks
 * nothing, because an admin decides.
 */
export function AvailabilityMark({ name, among }: AvailabilityMarkProps) {
  const answer = useAnswers(among).answerOf(name)
  const outcome = answer && outcomeOf(answer.status)
  if (!outcome) return null
  const [, Icon, label] = outcomeStyles[outcome]
  const isFree = outcome === 'free' || outcome === 'ask-price'
  return (
    <span
      className={`inline-flex items-baseline gap-1 text-sm font-normal ${isFree ? 'text-available' : 'text-muted'}`}
    >
      <Icon aria-hidden className="size-3.5 self-center" />
      {label()}
    </span>
  )
}

/**
 * What the registry reports about a name now, for an admin who decides about it. For information only: before an
 * activation the admin has usually just registered the name, so "not available" is expected.
 */
export function RegistryStatus({ name }: { name: string }) {
  const { answerOf, isComplete } = useAnswers([name])
  const answer = answerOf(name)
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      {m.engine_registry_now()}
      {answer || isComplete ? (
        <OutcomeBadge outcome={answer ? outcomeOf(answer.status) : 'unclear'} />
      ) : (
        <>
          <Spinner /> {m.engine_registry_asking()}
        </>
      )}
    </p>
  )
}
