import type { ComponentProps } from 'react'
import { m } from '../paraglide/messages.js'
import { buttonLook, type ButtonSize, type ButtonVariant } from './button-look.ts'
import { Spinner } from './Spinner.tsx'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** The act is under way: presses are ignored, the words stay, screen readers hear that it works. */
  busy?: boolean
}

/** A button that says its act. It keeps the focus while busy, so nobody loses their place. */
export function Button({ variant, size, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonLook(variant, size, className)}
    >
      {busy ? <Spinner /> : null}
      {children}
      {busy ? <span className="sr-only">{m.kit_working()}</span> : null}
    </button>
  )
}
