import { Link, useLocation, useSearchParams } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { NameForm, useSearch } from './NameForm.tsx'
import { EndingResult, rowClasses } from './EndingResult.tsx'
import { buttonClasses } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { useIsHydrated } from '../../../kit/page/hydrated.ts'
import { usePageData } from '../../../kit/page/page-data.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { outcomeOf } from '../answer.ts'
import { isPlainSearch, type Market, readPlainSearch, readSearch, type Search } from '../asked-names.ts'
import { useAnswers, useRetriedAnswers } from './use-answers.ts'
import { PopularEndings } from '../../catalogue/ui/EndingPrices.tsx'
import { RequestLink } from '../../requests/ui/RequestLink.tsx'
import { CheckoutBar } from '../../orders/ui/CheckoutBar.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'

export const meta = pageTitle(() => ({ title: m.results_title(), noIndex: true }))

/** Whether a name is free: as it was typed, and with other endings. One HTML page serves every name. */
export default function ResultsScreen() {
  const [parameters] = useSearchParams()
  const { state } = useLocation() as { state: { typed?: string } | null }
  const typed = useIsHydrated() ? (state?.typed ?? parameters.get('domain') ?? '') : undefined
  return (
    <>
      <PageHeader title={m.results_title()} />
      <NameForm key={typed} {...(typed && { name: typed })} {...useSearch()} className="max-w-text" />
      <div className="mt-8">
        {typed === undefined ? <ResultsPlaceholder /> : <ResultsOf key={typed} typed={typed} />}
      </div>
      <CheckoutBar />
    </>
  )
}

/** What the names of a search depend on, from the data of the page. */
function useMarket(): Market {
  const page = usePageData()
  const { endings, searched } = readOffers(page)
  return { endings, searched, country: page.business.country }
}

/** The results for the name in the URL, which a visitor may have edited. */
function ResultsOf({ typed }: { typed: string }) {
  const market = useMarket()
  // Names in other scripts, and endings that are seldom typed, need tables that are loaded first.
  const { data: search } = useQuery({
    queryKey: ['search', typed],
    queryFn: async () => (await readSearch(typed, market)) ?? null,
    initialData: () => (isPlainSearch(typed, market) ? (readPlainSearch(typed, market) ?? null) : undefined),
    enabled: Boolean(typed),
    staleTime: Infinity,
  })
  if (!typed) return <Invalid text={m.results_no_name()} />
  if (search === undefined) return <ResultsPlaceholder />
  if (!search) return <Invalid text={m.search_invalid()} />
  return <Results search={search} />
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

/** One list: what was asked for, then the endings of the public search. Each half is a lookup of its own. */
function Results({ search: { label, asked, searched } }: { search: Search }) {
  const names = [...asked, ...searched]
  const [asOne] = asked[0]?.split('.') ?? []
  const lookups = [useAnswers(asked), useAnswers(searched)] as const
  const lookupOf = (name: string) => lookups[asked.includes(name) ? 0 : 1]
  const answerOf = (name: string) => lookupOf(name).answerOf(name)
  const isComplete = (asked.length === 0 || lookups[0].isComplete) && lookups[1].isComplete
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
          <EndingResult
            key={name}
            name={name}
            first={answerOf(name)}
            isComplete={lookupOf(name).isComplete}
          />
        ))}
      </ul>
      {asOne && asOne !== label ? (
        <Link to={`/results?domain=${asOne}`} className={linkClasses}>
          {m.results_all_endings({ name: asOne })}
        </Link>
      ) : null}
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
            <RequestLink
              name={name}
              label={m.requests_request_name({ name })}
              className={buttonClasses('secondary', 'small')}
            >
              {m.requests_request_this()}
            </RequestLink>
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
