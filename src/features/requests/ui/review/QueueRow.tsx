import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { ChevronRight } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { classes } from '../../../../kit/classes.ts'
import { CopyButton } from '../../../../kit/Copyable.tsx'
import { useChangedIds } from '../../../../client/live/live-updates.tsx'
import { OpenBy, type Opened, Presence } from '../../../presence/ui/Presence.tsx'
import { decision, opener as marked } from '../../../../kit/queue-marks.ts'

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
  /** The name as others need it, with a button that copies it. */
  copies?: string | undefined
  /** What others see as open while the form is. */
  opened: Opened
  place: QueuePlace
  /** What it is, beside its name. */
  detail?: ReactNode
  /** A badge. */
  status: ReactNode
  customer: ReactNode
  /** What else to know before deciding: the payment, marks. */
  notes?: ReactNode
  amount?: ReactNode
  /** How long it waits, or when it came. */
  since: ReactNode
  /** Everything about the row, above its form. */
  details?: ReactNode
  renderForm: (form: { id: string; onClose: () => void }) => ReactNode
}

/** One row of a queue on one line, with what a decision needs and its form once it is opened. */
export function QueueRow({ id, name, copies, opened, place, details, renderForm, ...cells }: QueueRowProps) {
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
          '@container relative hover:bg-well has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2 has-[:focus-visible]:outline-focus lg:col-start-1',
          rowLook,
          changed && 'animate-glow',
          isOpen && 'bg-well',
        )}
      >
        <div className={rowGrid}>
          <div className="flex min-w-0 items-baseline gap-x-2 [grid-area:name] @max-[34rem]:flex-col">
            <span className="flex max-w-full min-w-0 items-center gap-1">
              <h2 title={name} className="min-w-0 truncate text-base font-semibold">
                {name}
              </h2>
              {copies ? (
                <span className="relative z-1 shrink-0">
                  <CopyButton text={copies} />
                </span>
              ) : null}
            </span>
            {cells.detail ? (
              <span className="max-w-full min-w-0 shrink-[99] truncate text-sm text-muted">
                {cells.detail}
              </span>
            ) : null}
          </div>
          <div className="flex min-w-0 leading-4 [grid-area:status]">{cells.status}</div>
          <div className="min-w-0 truncate [grid-area:customer]">{cells.customer}</div>
          <div className="flex min-w-0 items-center gap-1.5 text-sm [grid-area:notes] empty:hidden">
            {isOpen ? null : <OpenBy {...opened} className="min-w-0 truncate" />}
            {cells.notes}
          </div>
          <div className="text-right font-semibold whitespace-nowrap tabular-nums [grid-area:amount]">
            {cells.amount}
          </div>
          <div className="text-right text-sm whitespace-nowrap text-muted tabular-nums [grid-area:since]">
            {cells.since}
          </div>
          <button
            ref={button}
            type="button"
            {...marked}
            className="grid size-8 touch place-items-center justify-self-end text-muted outline-none [grid-area:open] after:absolute after:inset-0"
            aria-expanded={isOpen}
            aria-controls={isKept ? formId : undefined}
            aria-label={m.review_form({ name })}
            onClick={() => {
              hold()
              if (isOpen) place.onHide()
              else place.onOpen()
            }}
          >
            <ChevronRight aria-hidden className="size-4" />
          </button>
        </div>
      </div>
      {isKept ? (
        <Decision isOpen={isOpen} opener={button} onTouch={place.onTouch} onHide={place.onHide}>
          {isOpen ? <Presence {...opened} className="my-3" /> : null}
          {details ? (
            <div className="mb-3 flex flex-col gap-2 rounded-card bg-well p-4 max-md:-mt-1 md:mt-3 lg:mt-0">
              {details}
            </div>
          ) : null}
          {renderForm({ id: formId, onClose: place.onClose })}
        </Decision>
      ) : null}
    </li>
  )
}

/** A card on a phone, two lines beside an open form, one line where there is room for it. */
const rowGrid = classes(
  'grid items-center gap-x-3 gap-y-0.5 grid-cols-[minmax(0,1fr)_auto]',
  "[grid-template-areas:'name_open'_'status_amount'_'customer_since'_'notes_notes']",
  '@min-[34rem]:grid-cols-[minmax(0,1fr)_11.5rem_var(--since,8.25rem)_2rem]',
  "@min-[34rem]:[grid-template-areas:'name_status_since_open'_'customer_notes_amount_open']",
  '@min-[56rem]:grid-cols-[minmax(0,1.5fr)_11.5rem_minmax(0,1fr)_minmax(0,1.15fr)_6rem_var(--since,8.25rem)_2rem]',
  "@min-[56rem]:[grid-template-areas:'name_status_customer_notes_amount_since_open']",
)

/** The names of the columns, above rows on one line. The rows say the same to a screen reader in their own words. */
export const QueueHead = ({ notes }: { notes: string }) => (
  <div aria-hidden className="@container max-md:hidden">
    <div
      className={classes(
        rowGrid,
        'border-b border-edge px-3 py-1.5 text-sm font-semibold text-muted @max-[56rem]:hidden',
      )}
    >
      <span className="[grid-area:name]">{m.common_name()}</span>
      <span className="[grid-area:status]">{m.common_status()}</span>
      <span className="[grid-area:customer]">{m.common_customer()}</span>
      <span className="[grid-area:notes]">{notes}</span>
      <span className="text-right [grid-area:amount]">{m.common_amount()}</span>
      <span className="text-right [grid-area:since]">{m.common_since()}</span>
    </div>
  </div>
)

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
  'px-3 py-1.5 max-md:rounded-card max-md:border max-md:border-line max-md:bg-card max-md:pt-0.5 max-md:pb-2 md:grid md:min-h-12 md:items-center md:border-b md:border-line'
