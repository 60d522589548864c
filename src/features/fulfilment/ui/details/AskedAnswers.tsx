import { Suspense } from 'react'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { endingOf } from '../../../catalogue/catalogue.ts'

/** Most shops sell no ending that asks for more. */
const HolderAnswers = loadedLater(() => import('./HolderAnswers.tsx').then((file) => file.HolderAnswers))

interface AskedAnswersProps {
  /** The id of the customer. */
  customer: string
  /** Domains. */
  names: readonly string[]
}

/** What a customer has answered to what the endings of names ask, for the staff. Nothing where they ask nothing. */
export function AskedAnswers({ customer, names }: AskedAnswersProps) {
  const { asks = [] } = usePageData().offers ?? {}
  const asked = names.filter((name) => asks.includes(endingOf(name)))
  return asked.length ? (
    <Suspense>
      <HolderAnswers customer={customer} names={asked} />
    </Suspense>
  ) : null
}
