import { m } from '../../../paraglide/messages.js'
import { Spinner } from '../../../kit/Button.tsx'
import { Bubble } from './Bubble.tsx'
import type { Unsent } from './outbox.ts'

interface UnsentLineProps {
  line: Unsent
  onAgain: () => void
  onDiscard: () => void
}

/** A line that is on its way; one that did not get there says why, keeps its text, and can be sent again. */
export function UnsentLine({ line, onAgain, onDiscard }: UnsentLineProps) {
  const { failure } = line
  return (
    <Bubble id={line.client_id} own body={line.body} failed={failure !== undefined}>
      {failure === undefined ? (
        <>
          <Spinner />
          {m.chat_sending()}
        </>
      ) : (
        <>
          <span role="alert" className="text-danger">
            {failure}
          </span>
          <button type="button" onClick={onAgain} className={actLook}>
            {m.kit_try_again()}
          </button>
          <button type="button" onClick={onDiscard} className={actLook}>
            {m.chat_discard()}
          </button>
        </>
      )}
    </Bubble>
  )
}

const actLook =
  'inline-flex min-h-6 items-center coarse:min-h-11 font-semibold text-primary underline underline-offset-2'
