import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { buttonClasses } from '../Button.tsx'
import { classes } from '../classes.ts'

interface MenuProps {
  /** The content of the button that opens the menu. */
  label: ReactNode
  /** Opens above the button instead of below. */
  above?: boolean
  children: ReactNode
}

/**
 * A button that shows a list of links and buttons: the disclosure pattern of the ARIA authoring practices, in which
 * the entries need no menu roles.
 */
export function Menu({ label, above = false, children }: MenuProps) {
  const { open, toggle, containerRef } = useDisclosure()
  const id = useId()
  return (
    <div ref={containerRef} className="relative">
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
        className={classes(
          'absolute right-0 z-30 w-max max-w-[calc(100vw-2rem)] min-w-52 rounded-card border border-line bg-card p-1.5 shadow-soft',
          above ? 'bottom-full mb-1.5' : 'top-full mt-1.5',
        )}
      >
        {children}
      </div>
    </div>
  )
}

const itemClasses =
  'flex touch w-full items-center gap-2.5 rounded-control px-3 py-2 text-left leading-5 hover:bg-well'

/** An entry that runs an action. */
export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onSelect} className={itemClasses}>
      {children}
    </button>
  )
}

interface MenuLinkProps {
  to: string
  /** Needed for pages without script, which the router cannot show. */
  reloadDocument?: boolean
  children: ReactNode
}

/** An entry that opens an address. */
export function MenuLink({ to, reloadDocument = false, children }: MenuLinkProps) {
  return (
    <Link to={to} reloadDocument={reloadDocument} className={itemClasses}>
      {children}
    </Link>
  )
}

/** A text above the entries, such as who is signed in. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <div className="px-3 pt-1.5 pb-2 text-sm wrap-anywhere text-muted">{children}</div>
}

/** A line between groups of entries. */
export function MenuLine() {
  return <hr className="my-1.5 border-line" />
}

/**
 * The state of content that a button shows and hides. It closes on Escape (the focus returns to the button), on a
 * click or focus outside, and after a choice. The arrow keys move the focus inside. `containerRef` belongs to the
 * element around button and content, in which the button is first.
 */
export function useDisclosure() {
  const [open, setOpen] = useState(false)
  const containerRef = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = containerRef.current
    if (!open || !element) return undefined
    const closed = new AbortController()
    const { signal } = closed
    const button = element.querySelector('button')
    const close = () => setOpen(false)
    const closeIfOutside = ({ target }: Event) => {
      if (!element.contains(target as Node)) close()
    }
    document.addEventListener('pointerdown', closeIfOutside, { signal })
    document.addEventListener('focusin', closeIfOutside, { signal })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        close()
        button?.focus()
      } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        moveFocus(element, event.key === 'ArrowDown' ? 1 : -1)
      }
    }
    element.addEventListener('keydown', onKeyDown, { signal })
    const closeAfterChoice = (event: Event) => {
      const chosen = (event.target as Element).closest('a, button')
      // After React has handled the click: React listens at the root of the document.
      if (chosen && chosen !== button) setTimeout(close)
    }
    element.addEventListener('click', closeAfterChoice, { signal })
    return () => closed.abort()
  }, [open])

  return { open, toggle: () => setOpen(!open), containerRef }
}

/** Moves the focus to the next or previous link or button, and from the last to the first. */
function moveFocus(element: HTMLElement, by: 1 | -1) {
  const stops = [...element.querySelectorAll<HTMLElement>('a, button')].filter((one) => one.checkVisibility())
  const at = stops.findIndex((one) => one === document.activeElement)
  stops.at((at + by) % stops.length)?.focus()
}
