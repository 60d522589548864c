import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { classes } from '../../../../kit/classes.ts'
import { useChangedIds } from '../../../../client/live-updates.tsx'
import { OpenBy, type Opened, Presence } from '../../../presence/ui/Presence.tsx'
import { decision, opener as marked } from './QueueKeys.tsx'

/** The state of a row in its queue, and its callbacks. */
export interface QueuePlace {
  /** The form is visible. */
  isOpen: boolean
  /** The form was opened and is mounted, visible or not. */
  isKept: boolean
  onOpen: () => void
  /** Called when the admin changes something in the form. */
  onTouch: () => void
  /** Hides the form. A changed one stays mounted. */
  onHide: () => void
  /** Closes the form and discards its changes. */
  onClose: () => void
  /** Closes the form once its row is done, and opens the next one. */
  onNext: () => void
}

interface QueueRowProps {
  id: string
  name: string
  /** What others see as open while the form is. */
  opened: Opened
  place: QueuePlace
  /** The columns of the row: the request, the requester, the status. */
  asked: ReactNode
  requester: ReactNode
  progress: ReactNode
  renderForm: (form: { id: string; onClose: () => void }) => ReactNode
}

/** One row of a queue with what a decision needs, and its form once it is opened. */
export function QueueRow({ id, name, opened, place, asked, requester, progress, renderForm }: QueueRowProps) {
  const formId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const changed = useChangedIds().has(id)
  const { isOpen, isKept } = place
  const { row, hold } = useHeldRow()
  return (
    <li className="contents">
      <div
        ref={row}
        data-open={isOpen || undefined}
        className={classes(
          '@container lg:col-start-1',
          rowLook,
          changed && 'animate-glow',
          isOpen && 'bg-well',
        )}
      >
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 gap-y-3 @md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] @3xl:grid-cols-[minmax(0,1.3fr)_minmax(0,1.2fr)_minmax(0,1.2fr)_auto]">
          <div className="min-w-0 @md:col-span-2 @3xl:col-span-1">{asked}</div>
          <div className="min-w-0 @max-md:col-span-2">{requester}</div>
          <div className="flex min-w-0 flex-col items-start gap-1.5 @max-3xl:col-span-2">
            {progress}
            {isOpen ? null : <OpenBy {...opened} />}
          </div>
          <Button
            ref={button}
            {...marked}
            variant="secondary"
            size="small"
            className="col-start-2 row-start-1 @md:col-start-3 @3xl:col-start-4"
            aria-expanded={isOpen}
            aria-controls={isKept ? formId : undefined}
            aria-label={m.review_open_name({ name })}
            onClick={() => {
              hold()
              if (isOpen) place.onHide()
              else place.onOpen()
            }}
          >
            {m.review_open()}
          </Button>
        </div>
      </div>
      {isKept ? (
        <Decision isOpen={isOpen} opener={button} onTouch={place.onTouch} onHide={place.onHide}>
          {isOpen ? <Presence {...opened} className="my-3" /> : null}
          {renderForm({ id: formId, onClose: place.onClose })}
        </Decision>
      ) : null}
    </li>
  )
}

/**
 * Scrolls so that the pressed row stays under the pointer. The height of the rows changes when the form opens beside
 * them, or when a form above closes.
 */
function useHeldRow() {
  const row = useRef<HTMLDivElement>(null)
  const held = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (row.current && held.current !== undefined)
      window.scrollBy(0, row.current.getBoundingClientRect().top - held.current)
    held.current = undefined
  })
  return { row, hold: () => (held.current = row.current?.getBoundingClientRect().top) }
}

interface DecisionProps {
  isOpen: boolean
  /** The button that opened the form. It gets the focus back. */
  opener: RefObject<HTMLElement | null>
  onTouch: () => void
  onHide: () => void
  children: ReactNode
}

/** The container of the form: beside the list and sticky on a wide screen, below its row on a narrow one. */
function Decision({ isOpen, opener, onTouch, onHide, children }: DecisionProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const button = opener.current
    // The admin opened the row to edit it. The form itself may have focused what comes first.
    if (isOpen && !box.current?.contains(document.activeElement))
      box.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    return () => {
      if (isOpen) button?.focus()
    }
  }, [isOpen, opener])
  const onKeyDown = (event: KeyboardEvent) => {
    // React events of a dialog that the form opened bubble to the form too. A field may have used the key itself.
    if (event.defaultPrevented || !box.current?.contains(event.target as Node)) return
    if (event.key === 'Escape') onHide()
    // Ctrl+Enter also saves from a textarea, where Enter inserts a line break.
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      box.current.querySelector('form')?.requestSubmit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of the form in it
    <div
      ref={box}
      {...decision}
      hidden={!isOpen}
      onKeyDown={onKeyDown}
      onInput={onTouch}
      className="lg:sticky lg:top-20 lg:col-start-2 lg:row-start-1 lg:row-end-[999] lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto"
    >
      {children}
    </div>
  )
}

/** The classes of a queue's row: a line on a wide screen, a card on a phone. */
export const rowLook =
  'p-3 max-md:rounded-card max-md:border max-md:border-line max-md:bg-card max-md:p-4 md:border-b md:border-line'
