import { useSyncExternalStore } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { NameForm, useSearch } from './NameForm.tsx'
import { EndingResult, rowClasses } from './EndingResult.tsx'
import { buttonClasses } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { outcomeOf } from '../answer.ts'
import { readName, readPlainName } from '../names.ts'
import { useAnswers, useRetriedAnswers } from './use-answers.ts'
import { PopularEndings } from '../../catalogue/ui/EndingPrices.tsx'
import { CheckoutBar } from '../../orders/ui/CheckoutBar.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'

export const meta = pageTitle(() => ({ title: m.results_title(), noIndex: true }))

const subscribeToNothing = () => () => {}
/** One HTML page serves every name, so the name is known only in the browser. */
const useIsHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )

/** Whether a name is free, by ending. */
export default function ResultsScreen() {
  const [parameters] = useSearchParams()
  const typed = useIsHydrated() ? (parameters.get('domain') ?? '') : undefined
  return (
    <>
      <h1 className="text-3xl font-black tracking-tighter">{m.results_title()}</h1>
      <NameForm key={typed} {...(typed && { name: typed })} {...useSearch()} className="mt-5 max-w-text" />
      <div className="mt-8">
        {typed === undefined ? <ResultsPlaceholder /> : <ResultsOf key={typed} typed={typed} />}
      </div>
      <CheckoutBar />
    </>
  )
}

/** The results for the name in the URL, which a visitor may have edited. */
function ResultsOf({ typed }: { typed: string }) {
  // Names in other scripts need a table that is loaded first.
  const { data: name } = useQuery({
    queryKey: ['name', typed],
    queryFn: () => readName(typed),
    initialData: () => readPlainName(typed),
    enabled: Boolean(typed),
    staleTime: Infinity,
  })
  if (!typed) return <Invalid text={m.results_no_name()} />
  if (!name) return <ResultsPlaceholder />
  if (!name.ok) return <Invalid text={m.search_invalid()} />
  return <Endings label={name.label} />
}

/** The error of a name that cannot be looked up, above the endings that the shop sells. */
function Invalid({ text }: { text: string }) {
  return (
    <>
      <Notice tone="error">{text}</Notice>
      <PopularEndings />
    </>
  )
}

function Endings({ label }: { label: string }) {
  const names = readOffers(usePageData()).searched.map((ending) => `${label}.${ending}`)
  const { answerOf, isComplete } = useAnswers(names)
  const answers = names.flatMap((name) => answerOf(name) ?? [])
  const retried = new Map(useRetriedAnswers(names).map((answer) => [answer.name, answer]))
  const outcomes = answers.map((answer) => outcomeOf((retried.get(answer.name) ?? answer).status))
  const free = outcomes.filter((one) => one === 'free' || one === 'ask-price').length
  const unclear = names.length - outcomes.filter((one) => one !== 'unclear').length
  return (
    <>
      <p role="status" className="mb-3 text-sm text-muted">
        {isComplete
          ? unclear > 0
            ? m.results_checked_some({ free, count: names.length, unclear })
            : m.results_checked({ free, count: names.length })
          : m.results_checking({ done: answers.length, count: names.length })}
      </p>
      <ul aria-label={m.results_title()} aria-busy={!isComplete} className="border-t border-line">
        {names.map((name) => (
          <EndingResult key={name} name={name} first={answerOf(name)} isComplete={isComplete} />
        ))}
      </ul>
      {isComplete ? <OtherNames label={label} checked={names} isFree={free === names.length} /> : null}
    </>
  )
}

interface OtherNamesProps {
  label: string
  /** The names above. */
  checked: readonly string[]
  /** Whether all of them are free. */
  isFree: boolean
}

/**
 * Names that the search did not look up: the shop's other endings, and variations where a name is taken. Each can be
 * requested; the dashboard looks it up.
 */
function OtherNames({ label, checked, isFree }: OtherNamesProps) {
  const { shown, glued, endings } = readOffers(usePageData())
  const { data: variations = [] } = useQuery({
    queryKey: ['variations', label],
    // The list of public suffixes is large, so it is loaded only where it is used.
    queryFn: async () =>
      (await import('../suggestions.ts')).suggestDomains(`${label}.com`, glued, endings)?.suggestions ?? [],
    enabled: !isFree,
    staleTime: Infinity,
  })
  const local = shown.map(({ ending }) => `${label}.${ending}`)
  const others = [...new Set([...local, ...variations])].filter((name) => !checked.includes(name))
  if (others.length === 0) return null
  return (
    <section aria-labelledby="other-names" className="mt-10">
      <h2 id="other-names" className="text-xl font-bold">
        {m.results_others()}
      </h2>
      <p className="mt-1 max-w-text text-muted">{m.results_others_about()}</p>
      <ul className="mt-4 grid gap-x-10 border-t border-line md:grid-cols-2">
        {others.map((name) => (
          <li key={name} className="flex items-center justify-between gap-4 border-b border-line py-2">
            <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
            <Link
              to={`/dashboard/domains?name=${name}`}
              aria-label={m.requests_request_name({ name })}
              className={buttonClasses('secondary', 'small')}
            >
              {m.requests_request_this()}
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-1">
        <a href="/support#write" className={linkClasses}>
          {m.results_ask_us()}
        </a>
        <Link to="/dashboard/livechat" className={linkClasses}>
          {m.results_chat()}
        </Link>
      </p>
    </section>
  )
}

const linkClasses = 'inline-flex touch items-center font-semibold text-primary underline underline-offset-4'

/**
 * The results before the browser's script runs: a placeholder for each ending, and a hint for browsers without script.
 */
export function ResultsPlaceholder() {
  const { searched } = readOffers(usePageData())
  return (
    <>
      <noscript>
        <Notice>
          {m.results_no_script()}{' '}
          <a href="/support#write" className="underline underline-offset-4">
            {m.results_ask_us()}
          </a>
        </Notice>
      </noscript>
      <ul aria-busy className="needs-script border-t border-line">
        {searched.map((ending) => (
          <li key={ending} className={rowClasses}>
            <span className="text-xl font-bold">.{ending}</span>
            <Skeleton className="ml-auto h-7 w-40" />
          </li>
        ))}
      </ul>
    </>
  )
}
