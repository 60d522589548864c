import { classes } from './classes.ts'

interface ProgressStepsProps {
  /** What the line is about, for screen readers. */
  label: string
  /** The steps in their order, in the words of the trade: asked, offered, paid, active. */
  steps: readonly string[]
  /** Index of the step that has been reached: everything up to it is woven. */
  reached: number
  /** The way ended here (a rejected request): the reached step is shown without promise of the next. */
  stopped?: boolean
  className?: string
}

/** A request's way as a cloth that is being woven, step by step. */
export function ProgressSteps({ label, steps, reached, stopped = false, className }: ProgressStepsProps) {
  return (
    <ol aria-label={label} className={classes('flex gap-1', className)}>
      {steps.map((step, index) => (
        <li key={step} aria-current={index === reached ? 'step' : undefined} className="min-w-0 flex-1">
          <span
            aria-hidden
            className={classes(
              'block h-1.5 first:rounded-l-full',
              index > reached ? 'band-empty' : stopped ? 'bg-rejected' : 'band',
            )}
          />
          <span
            className={classes(
              'mt-1.5 block truncate text-sm',
              index === reached ? 'font-semibold text-ink' : 'text-muted',
              stopped && index > reached && 'line-through',
            )}
          >
            {step}
          </span>
        </li>
      ))}
    </ol>
  )
}
