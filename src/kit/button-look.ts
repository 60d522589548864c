import { classes } from './classes.ts'

export type ButtonVariant = 'primary' | 'accent' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-strong',
  accent: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-edge bg-card text-ink hover:border-primary hover:text-primary',
  quiet: 'text-primary hover:bg-well',
  danger: 'border border-danger text-danger hover:bg-rejected-ground',
}

const sizes: Record<ButtonSize, string> = {
  small: 'h-8 px-3 text-sm',
  medium: 'h-10 px-4 text-base',
  large: 'h-12 px-6 text-lg',
}

/** The look of a button, for a real one and for a link that acts as one. */
export function buttonLook(
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'medium',
  className?: string,
) {
  return classes(
    'inline-flex touch items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap transition-colors [&>svg]:shrink-0',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-70',
    variants[variant],
    sizes[size],
    className,
  )
}
