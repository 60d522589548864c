import { CloudOff } from 'lucide-react'
import { m } from '../../paraglide/messages.js'
import { useOfflineState } from '../../client/live/offline-state.ts'
import { classes } from '../../kit/classes.ts'
import { RelativeTime } from '../../kit/dates.tsx'

/** Says from when the lists are that the service worker has stored, and what is still to be sent. */
export function OfflineNotice({ className }: { className?: string }) {
  const { lastSeen, unsent } = useOfflineState()
  return (
    <p role="status" className={classes('w-full empty:hidden', className)}>
      {lastSeen || unsent ? (
        <span className="mt-3 flex items-start gap-2 rounded-control bg-pending-ground px-3 py-2 text-sm text-pending">
          <CloudOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            <b>{m.area_offline()}</b>{' '}
            {lastSeen ? (
              <>
                {m.area_last_seen()} <RelativeTime at={lastSeen} />.{' '}
              </>
            ) : null}
            {unsent ? m.area_unsent({ count: unsent }) : null}
          </span>
        </span>
      ) : null}
    </p>
  )
}
