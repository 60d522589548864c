import { Suspense } from 'react'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { endingOf } from '../../../catalogue/catalogue.ts'

/** Most shops sell no ending that asks for more. */
const HolderDetails = loadedLater(() => import('./HolderDetails.tsx').then((file) => file.HolderDetails))

interface AskedDetailsProps {
  /** Domains. Without them: those that the customer has asked for and that still lack something. */
  names?: readonly string[]
  /** Told whether something is still to be answered. */
  onLacking?: (isLacking: boolean) => void
}

/** Asks for what the endings of names want to know of their holder beside the profile. */
export function AskedDetails({ names, onLacking }: AskedDetailsProps) {
  const { asks = [] } = usePageData().offers ?? {}
  const asked = names?.filter((name) => asks.includes(endingOf(name)))
  return (asked ?? asks).length ? (
    <Suspense>
      <HolderDetails names={asked} onLacking={onLacking} />
    </Suspense>
  ) : null
}
