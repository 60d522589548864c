import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { m } from '../../paraglide/messages.js'
import { decision } from '../queue-marks.ts'
import { MiddleCut } from './MiddleCut.tsx'
import type { RowPlace } from './opened.ts'

interface ListPanelProps {
  /** The id of the list, and of the row in it. */
  id: string
  rowId: string
  title: string
  place: RowPlace
  children: ReactNode
}

/** What is opened of a list: at its right edge, over its last columns, and the whole screen of a phone. */
export function ListPanel({ id, rowId, title, place, children }: ListPanelProps) {
  const box = useRef<HTMLDivElement>(null)
  const { isOpen, onHide, onTouch, step } = place
  const opener = `${id}-${rowId}`
  useEffect(() => {
    if (!isOpen) return undefined
    const panel = box.current!
    const release = holdOutside(panel)
    // The form itself may have focused what comes first.
    const isElsewhere = !panel.contains(document.activeElement)
    const focusField = () => {
      const field = panel.querySelector<HTMLElement>('input, select, textarea')
      field?.focus({ preventScroll: true })
      return field !== null
    }
    // The form may still be loaded.
    const observer = new MutationObserver(() => {
      if (document.activeElement !== panel || focusField()) observer.disconnect()
    })
    if (isElsewhere && !focusField()) {
      panel.focus({ preventScroll: true })
      observer.observe(panel, { childList: true, subtree: true })
    }
    return () => {
      observer.disconnect()
      release()
      document.getElementById(opener)?.focus({ preventScroll: true })
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys of the form in it
    <section
      ref={box}
      {...decision}
      id={`${opener}-panel`}
      aria-label={title}
      hidden={!isOpen}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onInput={onTouch}
      className="fixed inset-0 z-40 overflow-y-auto overscroll-contain bg-ground px-4 pb-8 outline-none md:top-16 md:left-auto md:z-10 md:w-112 md:max-w-full md:border-l md:border-line md:shadow-soft"
    >
      <header className="sticky top-0 z-2 -mx-4 mb-3 flex items-center gap-1 border-b border-line bg-ground py-2 pr-2 pl-4">
        <h2 className="mr-auto min-w-0 text-lg font-bold">
          <MiddleCut text={title} />
        </h2>
        <PanelButton label={m.review_keys_previous()} mark="previous" onClick={step.previous}>
          <ChevronUp aria-hidden className="size-5" />
        </PanelButton>
        <PanelButton label={m.review_keys_next()} mark="next" onClick={step.next}>
          <ChevronDown aria-hidden className="size-5" />
        </PanelButton>
        <PanelButton label={m.kit_close()} mark="close" onClick={onHide}>
          <X aria-hidden className="size-5" />
        </PanelButton>
      </header>
      {children}
    </section>
  )
}

interface PanelButtonProps {
  label: string
  mark: string
  /** Undefined where there is nothing to do. */
  onClick: (() => void) | undefined
  children: ReactNode
}

const PanelButton = ({ label, mark, onClick, children }: PanelButtonProps) => (
  <button
    type="button"
    data-list-step={mark}
    aria-label={label}
    aria-disabled={!onClick || undefined}
    onClick={onClick}
    className="grid size-9 shrink-0 touch place-items-center rounded-control text-muted hover:bg-well hover:text-ink aria-disabled:opacity-40"
  >
    {children}
  </button>
)

/** On a phone nothing outside of the panel can be reached: it covers the screen. Toasts and dialogs stay. */
function holdOutside(panel: HTMLElement): () => void {
  if (!matchMedia('(max-width: 767px)').matches) return () => {}
  const held: HTMLElement[] = []
  for (
    let inner: HTMLElement = panel;
    inner.parentElement && inner !== document.body;
    inner = inner.parentElement
  )
    for (const one of inner.parentElement.children)
      if (
        one !== inner &&
        one instanceof HTMLElement &&
        !one.inert &&
        !one.matches('[aria-live], script, style')
      ) {
        one.inert = true
        held.push(one)
      }
  return () => {
    for (const one of held) one.inert = false
  }
}
