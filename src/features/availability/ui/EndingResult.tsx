import { useRef } from 'react'
import { m } from '../../../paraglide/messages.js'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { type Answer, type NameRefusal, outcomeOf } from '../answer.ts'
import { Act } from './Act.tsx'
import { OutcomeBadge } from './OutcomeBadge.tsx'
import { rowLook } from './row-look.ts'
import { ShownName } from './ShownName.tsx'
import { useAnswers } from './use-answers.ts'

interface EndingResultProps {
  /** In ASCII. */
  name: string
  /** The answer of the look-up of all endings. */
  first: Answer | undefined
  /** No first answer will come any more. */
  isOver: boolean
}

/** Why the rules of an ending refuse a name. */
const refusalWords: Record<NameRefusal, (of: { ending: string }) => string> = {
  script: m.results_refused_script,
  'mixed-scripts': m.results_refused_mixed_scripts,
  lookalike: m.results_refused_lookalike,
  length: m.results_refused_length,
  closed: m.results_refused_closed,
  'reserved-word': m.results_refused_reserved_word,
}

/** One ending: its place first, then what came out, and the way on. */
export function EndingResult({ name, first, isOver }: EndingResultProps) {
  const row = useRef<HTMLLIElement>(null)
  const again = useAnswers([name], { later: true })
  const answer = again.answerTo(name) ?? first
  const isKnown = answer !== undefined || isOver
  const outcome = answer ? outcomeOf(answer.status) : 'unclear'

  async function askAgain() {
    await again.ask()
    // The button that was pressed may be gone: a keyboard goes on from its row.
    row.current?.focus({ preventScroll: true })
  }
  return (
    <li ref={row} tabIndex={-1} className={rowLook}>
      <ShownName name={name} />
      {isKnown ? (
        <>
          <span className="sm:w-64">
            <OutcomeBadge outcome={outcome} />
            {answer?.refusal && (
              <span className="mt-1 block text-sm text-muted">
                {refusalWords[answer.refusal]({ ending: answer.suffix })}
              </span>
            )}
          </span>
          <span className="flex justify-end max-sm:empty:hidden max-sm:w-full sm:w-80">
            <Act name={name} outcome={outcome} onAgain={() => void askAgain()} isAsking={again.isAsking} />
          </span>
        </>
      ) : (
        <>
          <span className="sr-only">{m.kit_loading()}</span>
          <Skeleton className="h-7 w-28 sm:mr-28" />
          <Skeleton className="h-10 w-full sm:w-80" />
        </>
      )}
    </li>
  )
}
