import { classes } from './classes.ts'

interface ProgressStepsProps {
  /** The name of the list, for screen readers. */
  label: string
  /** The labels of the steps in their order. */
  steps: readonly string[]
  /** Index of the current step. */
  reached: number
  /** Ended at the current step, as a rejected request does: the steps after it are struck through. */
  stopped?: boolean
  className?: string
}

/** The steps of a process. The completed ones are filled in. */
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
