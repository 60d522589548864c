import { useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { NameForm, useSearch } from './NameForm.tsx'
import { EndingResult, rowClasses } from './EndingResult.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { outcomeOf } from '../answer.ts'
import { readName, readPlainName } from '../names.ts'
import { useAnswers, useRetriedAnswers } from './use-answers.ts'
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
  if (!typed) return <Notice tone="error">{m.results_no_name()}</Notice>
  if (!name) return <ResultsPlaceholder />
  if (!name.ok) return <Notice tone="error">{m.search_invalid()}</Notice>
  return <Endings label={name.label} />
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
    </>
  )
}

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
