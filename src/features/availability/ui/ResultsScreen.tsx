import { useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { NameForm } from './NameForm.tsx'
import { ResultsOf } from './ResultsOf.tsx'
import { ResultsWaiting } from './ResultsWaiting.tsx'
import { useSearch } from './use-search.ts'

export const meta = pageTitle(() => ({ title: m.results_title(), noIndex: true }))

const never = () => () => {}
/** One page is rendered for every name: which one was asked for is known once the browser has the page. */
const useIsThere = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** Whether a name is free, ending by ending. */
export default function ResultsScreen() {
  const [parameters] = useSearchParams()
  const asked = useIsThere() ? (parameters.get('domain') ?? '') : undefined
  return (
    <>
      <h1 className="text-3xl font-black tracking-tighter">{m.results_title()}</h1>
      <NameForm key={asked} {...(asked && { name: asked })} {...useSearch()} className="mt-5 max-w-text" />
      <div className="mt-8">
        {asked === undefined ? <ResultsWaiting /> : <ResultsOf key={asked} typed={asked} />}
      </div>
    </>
  )
}
