import { Suspense } from 'react'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import type { EvidenceListProps } from './EvidenceCards.tsx'

const EvidenceCards = loadedLater(() => import('./EvidenceCards.tsx').then((file) => file.EvidenceCards))

/** All that says something of a payment, loaded once it is shown. */
export const EvidenceList = (props: EvidenceListProps) => (
  <Suspense>
    <EvidenceCards {...props} />
  </Suspense>
)
