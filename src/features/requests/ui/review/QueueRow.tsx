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
import { decision, opener as marked } from './QueueKeys.tsx'

/** A row's place in its queue. */
export interface QueuePlace {
  /** Its form is shown. */
  isOpen: boolean
  /** Its form was opened and holds what was typed, shown or not. */
  isKept: boolean
  onOpen: () => void
  /** Something was typed or chosen in the form. */
  onTouch: () => void
  /** Hides the form; what was typed in it stays. */
  onHide: () => void
  /** Ends with the form, and with what was typed in it. */
  onClose: () => void
}

interface QueueRowProps {
  id: string
  name: string
  place: QueuePlace
  /** What is asked for; then who asks, and how it stands. */
  asked: ReactNode
  requester: ReactNode
  standing: ReactNode
  renderForm: (form: { id: string; onClose: () => void }) => ReactNode
}

/** One row of a queue: all that a decision needs in a line, and the decision itself once it is opened. */
export function QueueRow({ id, name, place, asked, requester, standing, renderForm }: QueueRowProps) {
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
          <div className="flex min-w-0 flex-col items-start gap-1.5 @max-3xl:col-span-2">{standing}</div>
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
          {renderForm({ id: formId, onClose: place.onClose })}
        </Decision>
      ) : null}
    </li>
  )
}

/**
 * The form beside the list makes all rows narrower and so higher, and one that closes above takes its height away:
 * the row that was pressed stays where it was under the pointer.
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
  /** What opened it, and has the focus again afterwards. */
  opener: RefObject<HTMLElement | null>
  onTouch: () => void
  onHide: () => void
  children: ReactNode
}

/** The form's place: beside the whole list on a wide screen, where it stays in sight; below its row on a narrow one. */
function Decision({ isOpen, opener, onTouch, onHide, children }: DecisionProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const button = opener.current
    // The row was opened to be decided.
    if (isOpen) box.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    return () => {
      if (isOpen) button?.focus()
    }
  }, [isOpen, opener])
  const onKeyDown = (event: KeyboardEvent) => {
    // React hands on what happens in a dialog that the form has opened.
    if (!box.current?.contains(event.target as Node)) return
    if (event.key === 'Escape') onHide()
    // Ctrl+Enter saves from a text of several lines too, where Enter alone makes another one.
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      box.current.querySelector('form')?.requestSubmit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of the form in it
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

/** A row of an admins' queue: a line on a wide screen, a card on a phone. */
export const rowLook =
  'p-3 max-md:rounded-card max-md:border max-md:border-line max-md:bg-card max-md:p-4 md:border-b md:border-line'
