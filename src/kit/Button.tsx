import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { LoaderCircle } from 'lucide-react'
import { m } from '../paraglide/messages.js'
import { classes } from './classes.ts'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** The action is running: clicks are ignored, the label stays, and screen readers announce it. */
  busy?: boolean
}

/** A button named after its action. It is never `disabled`, so that the focus stays on it while it is busy. */
export function Button({ variant, size, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClasses(variant, size, className)}
    >
      {busy ? <Spinner /> : null}
      {children}
      {busy ? <span className="sr-only">{m.kit_working()}</span> : null}
    </button>
  )
}

type ButtonVariant = 'primary' | 'accent' | 'secondary' | 'quiet' | 'danger'
type ButtonSize = 'small' | 'medium' | 'large'

const variantClasses: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-strong',
  accent: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-edge bg-card text-ink hover:border-primary hover:text-primary',
  quiet: 'text-primary hover:bg-well',
  danger: 'border border-danger text-danger hover:bg-rejected-ground',
}

const sizeClasses: Record<ButtonSize, string> = {
  small: 'h-8 px-3 text-sm',
  medium: 'h-10 px-4 text-base',
  large: 'h-12 px-6 text-lg',
}

/** The class names of a button, for buttons and for links styled as buttons. */
export function buttonClasses(
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'medium',
  className?: string,
) {
  return classes(
    'inline-flex touch items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap transition-colors [&>svg]:shrink-0',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-70',
    variantClasses[variant],
    sizeClasses[size],
    className,
  )
}

interface LinkButtonProps {
  to: string
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
  /** Loads the whole document: needed for links from the application to a page without script. */
  reloadDocument?: boolean
  children: ReactNode
}

/** A link styled as a button. */
export function LinkButton({ variant, size, className, ...link }: LinkButtonProps) {
  return <Link {...link} className={buttonClasses(variant, size, className)} />
}

/** A spinning ring beside a text that names the running action. Hidden from screen readers. */
export function Spinner() {
  return <LoaderCircle aria-hidden className="size-[1.2em] shrink-0 animate-spin" />
}
