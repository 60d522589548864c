import { m } from '../../../paraglide/messages.js'
import { Notice } from '../../../kit/Notice.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { endingsOf } from '../../catalogue/catalogue.ts'
import { rowLook } from './row-look.ts'

/** The results before the browser's script runs: a place for each ending; where none will run, how to go on. */
export function ResultsWaiting() {
  const { searched } = endingsOf(usePageData())
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
          <li key={ending} className={rowLook}>
            <span className="text-xl font-bold">.{ending}</span>
            <Skeleton className="ml-auto h-7 w-40" />
          </li>
        ))}
      </ul>
    </>
  )
}
