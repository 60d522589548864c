import { Suspense } from 'react'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { RegistryStatus } from '../../availability/ui/AvailabilityMark.tsx'

/** Few requests move a name here. */
const TransferCode = loadedLater(() =>
  import('./transfers/TransferCode.tsx').then((file) => file.TransferCode),
)

interface DomainFactsProps {
  name: string
  /** As an admin sees it. */
  request: object & { id: string; is_transfer?: boolean; status: string }
}

/** What an admin who decides on a domain request looks up: the registry, and the code of a name that moves here. */
export const DomainFacts = ({ name, request: { id, is_transfer } }: DomainFactsProps) => (
  <>
    <RegistryStatus name={name} />
    {is_transfer ? (
      <Suspense>
        <TransferCode id={id} />
      </Suspense>
    ) : null}
  </>
)
