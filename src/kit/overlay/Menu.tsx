import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { buttonClasses } from '../Button.tsx'

interface MenuProps {
  /** What stands on the button that opens the menu. */
  label: ReactNode
  children: ReactNode
}

/**
 * A short list of acts and places behind a button: the disclosure pattern of the ARIA authoring practices, so
 * its entries stay plain links and buttons.
 */
export function Menu({ label, children }: MenuProps) {
  const { open, toggle, whole } = useDisclosure()
  const id = useId()
  return (
    <div ref={whole} className="relative">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={toggle}
        className={buttonClasses('secondary')}
      >
        {label}
      </button>
      <div
        id={id}
        hidden={!open}
        className="absolute top-full right-0 z-30 mt-1.5 w-max max-w-[calc(100vw-2rem)] min-w-52 rounded-card border border-line bg-card p-1.5 shadow-soft"
      >
        {children}
      </div>
    </div>
  )
}

const itemLook =
  'flex touch w-full items-center gap-2.5 rounded-control px-3 py-2 text-left leading-5 hover:bg-well'

/** Something to do. */
export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onSelect} className={itemLook}>
      {children}
    </button>
  )
}

interface MenuLinkProps {
  to: string
  /** Needed for pages without script, which the application can't show without loading them. */
  reloadDocument?: boolean
  children: ReactNode
}

/** Somewhere to go. */
export function MenuLink({ to, reloadDocument = false, children }: MenuLinkProps) {
  return (
    <Link to={to} reloadDocument={reloadDocument} className={itemLook}>
      {children}
    </Link>
  )
}

/** Who is signed in, or what the entries below belong to. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <div className="px-3 pt-1.5 pb-2 text-sm wrap-anywhere text-muted">{children}</div>
}

/** A hairline between groups of entries. */
export function MenuLine() {
  return <hr className="my-1.5 border-line" />
}

/**
 * Something that opens below its button and closes by itself: on Escape (the button has the focus again), on a
 * press or a move of the focus beside it, and after a choice. The arrow keys move among what is in it. Give
 * `whole` to the element around button and content; the button comes first in it.
 */
export function useDisclosure() {
  const [open, setOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = whole.current
    if (!open || !element) return undefined
    const closing = new AbortController()
    const { signal } = closing
    const button = element.querySelector('button')
    const close = () => setOpen(false)
    const closeBeside = ({ target }: Event) => {
      if (!element.contains(target as Node)) close()
    }
    document.addEventListener('pointerdown', closeBeside, { signal })
    document.addEventListener('focusin', closeBeside, { signal })
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        close()
        button?.focus()
      } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        step(element, event.key === 'ArrowDown' ? 1 : -1)
      }
    }
    element.addEventListener('keydown', listen, { signal })
    const choose = (event: Event) => {
      const chosen = (event.target as Element).closest('a, button')
      // After React has handled the press: it listens at the document's root.
      if (chosen && chosen !== button) setTimeout(close)
    }
    element.addEventListener('click', choose, { signal })
    return () => closing.abort()
  }, [open])

  return { open, toggle: () => setOpen(!open), whole }
}

/** Moves the focus to the next or previous thing that can have it, round the ends. */
function step(element: HTMLElement, by: 1 | -1) {
  const stops = [...element.querySelectorAll<HTMLElement>('a, button')].filter((one) => one.checkVisibility())
  const at = stops.findIndex((one) => one === document.activeElement)
  stops.at((at + by) % stops.length)?.focus()
}
