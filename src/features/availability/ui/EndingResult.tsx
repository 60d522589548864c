import { useRef } from 'react'
import { RotateCw } from 'lucide-react'
import { Link } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { type Answer, type NameRefusal, outcomeOf } from '../answer.ts'
import { type Outcome, OutcomeBadge } from './OutcomeBadge.tsx'
import { useAnswers } from './use-answers.ts'
import { formatMoney, type Money } from '../../../shared/money/money.ts'
import { Button, buttonClasses } from '../../../kit/Button.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { endingOf, readOffers } from '../../catalogue/catalogue.ts'
import { furtherTerms } from '../../catalogue/ui/domain-terms.ts'
import { RequestLink } from '../../requests/ui/RequestLink.tsx'
import { AddToCart } from '../../orders/ui/AddToCart.tsx'

interface EndingResultProps {
  /** In ASCII. */
  name: string
  /** The answer of the lookup of all endings. */
  first: Answer | undefined
  /** True if no first answer can arrive any more. */
  isComplete: boolean
}

/** The texts of the refusals. */
const refusalTexts: Record<NameRefusal, (of: { ending: string }) => string> = {
  script: m.results_refused_script,
  'mixed-scripts': m.results_refused_mixed_scripts,
  lookalike: m.results_refused_lookalike,
  length: m.results_refused_length,
  closed: m.results_refused_closed,
  'reserved-word': m.results_refused_reserved_word,
}

/** One ending: a placeholder first, then the result and what to do next. */
export function EndingResult({ name, first, isComplete }: EndingResultProps) {
  const row = useRef<HTMLLIElement>(null)
  const retry = useAnswers([name], { manual: true })
  const answer = retry.answerOf(name) ?? first
  const isKnown = answer !== undefined || isComplete
  const outcome = answer ? outcomeOf(answer.status) : 'unclear'
  const needs = readOffers(usePageData()).needs(name)

  async function retryLookup() {
    await retry.refetch()
    // The pressed button may have disappeared, so the keyboard focus moves to its row.
    row.current?.focus({ preventScroll: true })
  }
  return (
    <li ref={row} tabIndex={-1} className={rowClasses}>
      <ShownName name={name} />
      {isKnown ? (
        <>
          <span className="sm:w-64">
            <OutcomeBadge outcome={outcome} />
            {answer?.refusal && (
              <span className="mt-1 block text-sm text-muted">
                {refusalTexts[answer.refusal]({ ending: answer.suffix })}
              </span>
            )}
            {needs && outcome !== 'gone' ? (
              <span className="mt-1 block text-sm text-muted">{needs}</span>
            ) : null}
          </span>
          <span className="flex justify-end max-sm:empty:hidden max-sm:w-full sm:w-90">
            <ResultAction
              name={name}
              outcome={outcome}
              isTaken={answer?.status === 'taken'}
              isRefused={answer?.refusal !== undefined}
              onRetry={() => void retryLookup()}
              isLoading={retry.isLoading}
            />
          </span>
        </>
      ) : (
        <>
          <span className="sr-only">{m.kit_loading()}</span>
          <Skeleton className="h-7 w-28 sm:mr-28" />
          <Skeleton className="h-10 w-full sm:w-90" />
        </>
      )}
    </li>
  )
}

interface ResultActionProps {
  name: string
  outcome: Outcome
  isTaken: boolean
  /** The ending's rules do not allow the name, so it cannot be requested. */
  isRefused: boolean
  onRetry: () => void
  isLoading: boolean
}

/** The buttons and links for a name that was looked up. */
function ResultAction({ name, outcome, isTaken, isRefused, onRetry, isLoading }: ResultActionProps) {
  const { domain, endings } = readOffers(usePageData())
  const price = domain(name)
  if (outcome === 'free' && price) return <BuyButton name={name} price={price} />
  if (outcome === 'free' || outcome === 'ask-price')
    return (
      <RequestLink
        name={name}
        label={m.results_ask_price_of({ name })}
        className={buttonClasses('secondary', 'medium', actionWidth)}
      >
        {m.results_ask_price()}
      </RequestLink>
    )
  if (outcome === 'unclear')
    return (
      <span className="flex flex-wrap items-center justify-end gap-2">
        {isRefused ? null : (
          <RequestLink
            name={name}
            label={m.requests_request_name({ name })}
            className={buttonClasses('quiet')}
          >
            {m.requests_request_this()}
          </RequestLink>
        )}
        <Button
          variant="secondary"
          busy={isLoading}
          onClick={onRetry}
          aria-label={m.results_try_again({ name })}
          className={actionWidth}
        >
          {isLoading ? null : <RotateCw aria-hidden className="size-4" />}
          {m.kit_try_again()}
        </Button>
      </span>
    )
  // Its holder may move it here.
  return isTaken && endings.includes(endingOf(name)) ? (
    <Link to={`/dashboard/domains?move=${name}`} className={buttonClasses('quiet', 'small')}>
      {m.transfers_mine()}
      <span className="sr-only">: {name}</span>
    </Link>
  ) : null
}

function BuyButton({ name, price }: { name: string; price: Money }) {
  const renewal = readOffers(usePageData()).renewal(name)
  return (
    <span className="flex w-full items-center justify-between gap-4">
      <span className="leading-5">
        <b>{formatMoney(price)}</b>{' '}
        <span className="text-sm text-muted max-sm:block">{m.results_first_year()}</span>
        <span className="block text-sm text-muted empty:hidden">{furtherTerms(renewal)}</span>
      </span>
      <AddToCart item={name} className={actionWidth} />
    </span>
  )
}

const actionWidth = 'shrink-0 sm:w-44'

/** A readable name. One in another script also shows its A-label, which registries use. */
function ShownName({ name }: { name: string }) {
  const isEncoded = name.startsWith('xn--')
  const { data: readable = name } = useQuery({
    queryKey: ['readable', name],
    queryFn: async () => (await import('../../products/names/scripts.ts')).toReadableName(name),
    enabled: isEncoded,
    staleTime: Infinity,
  })
  const dot = readable.indexOf('.')
  return (
    <span className="min-w-0 shrink grow basis-auto wrap-anywhere sm:basis-56">
      <span className="text-xl">
        {readable.slice(0, dot)}
        <b>{readable.slice(dot)}</b>
      </span>
      {readable === name ? null : <span className="block text-sm text-muted">{name}</span>}
    </span>
  )
}

/** One row of the results. Its height does not change when the answer arrives. */
export const rowClasses =
  'flex min-h-18 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-3 sm:gap-x-6 outline-offset-2'
