import { m } from '../../../paraglide/messages.js'
import { Spinner } from '../../../kit/Button.tsx'
import { outcomeOf } from '../answer.ts'
import { OutcomeBadge } from './AvailabilityMark.tsx'
import { useAnswers } from './use-answers.ts'

/**
 * What the registry reports about a name now, for an admin who decides about it. For information only: before an
 * activation the admin has usually just registered the name, so "not available" is expected.
 */
export function RegistryNow({ name }: { name: string }) {
  const { answerTo, isOver } = useAnswers([name])
  const answer = answerTo(name)
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      {m.engine_registry_now()}
      {answer || isOver ? (
        <OutcomeBadge outcome={answer ? outcomeOf(answer.status) : 'unclear'} />
      ) : (
        <>
          <Spinner /> {m.engine_registry_asking()}
        </>
      )}
    </p>
  )
}
