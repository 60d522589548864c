import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonLook } from '../button-look.ts'
import { useDisclosure } from './use-disclosure.ts'

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
        className={buttonLook('secondary')}
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
