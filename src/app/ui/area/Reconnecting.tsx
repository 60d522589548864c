import { m } from '../../../paraglide/messages.js'
import { Spinner } from '../../../kit/Button.tsx'

/** Says quietly that changes of others may not be on screen yet. */
export function Reconnecting() {
  return (
    <p
      role="status"
      className="inline-flex items-center gap-2 rounded-full bg-pending-ground px-3 py-1 text-sm text-pending"
    >
      <Spinner />
      <span className="max-sm:sr-only">{m.area_reconnecting()}</span>
    </p>
  )
}
