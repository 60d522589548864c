import { Suspense } from 'react'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import type { ClaimFactsProps } from './ClaimLine.tsx'

const ClaimCards = loadedLater(() => import('./ClaimCards.tsx').then((file) => file.ClaimCards))

/** What is known of the payment of a request or an order, loaded once it is shown. */
export const ClaimFacts = (props: ClaimFactsProps) => (
  <Suspense>
    <ClaimCards {...props} />
  </Suspense>
)
