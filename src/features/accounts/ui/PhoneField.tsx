import { useId, type ComponentProps } from 'react'
import { m } from '../../../paraglide/messages.js'
import { classes } from '../../../kit/classes.ts'
import { Field, inputClasses } from '../../../kit/form/Field.tsx'

interface PhoneFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** The chosen country's dialling code, which stands in front of the number. Empty while there is none. */
  dialling: string
  error?: string | undefined
}

/** A phone number behind its dialling code. */
export function PhoneField({ dialling, error, ...input }: PhoneFieldProps) {
  const prefix = useId()
  return (
    <Field label={m.accounts_phone()} error={error}>
      {(wiring) => (
        <span className="flex">
          <span
            id={prefix}
            className={classes(
              'flex touch min-w-14 items-center justify-center rounded-l-control border border-r-0 border-edge bg-well px-3 text-muted',
              !dialling && 'hidden',
            )}
          >
            {dialling}
          </span>
          <input
            type="tel"
            autoComplete="tel-national"
            {...input}
            {...wiring}
            aria-describedby={classes(dialling && prefix, wiring['aria-describedby']) || undefined}
            className={classes(inputClasses, 'h-10 min-w-0 flex-1', dialling && 'rounded-l-none')}
          />
        </span>
      )}
    </Field>
  )
}
