import { m } from '../../paraglide/messages.js'
import { Button } from '../Button.tsx'

interface LoadMoreProps {
  /** Whether there is a next page; without one nothing is shown. */
  more: boolean
  busy: boolean
  onMore: () => void
}

/** The end of a page of a list: press for the next one. */
export function LoadMore({ more, busy, onMore }: LoadMoreProps) {
  if (!more) return null
  return (
    <div className="mt-4 flex justify-center">
      <Button variant="secondary" busy={busy} onClick={onMore}>
        {m.kit_load_more()}
      </Button>
    </div>
  )
}
