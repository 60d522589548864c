import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonLook, type ButtonSize, type ButtonVariant } from './button-look.ts'

interface LinkButtonProps {
  to: string
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
  /** Loads the page anew: needed for links from the application to a page without script. */
  reloadDocument?: boolean
  children: ReactNode
}

/** A link that looks like a button: it leads somewhere, where a button does something. */
export function LinkButton({ variant, size, className, ...link }: LinkButtonProps) {
  return <Link {...link} className={buttonLook(variant, size, className)} />
}
