import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { m } from '../../paraglide/messages.js'
import { classes } from '../classes.ts'
import { Field, inputLook, splitFieldProps, type FieldWords } from './Field.tsx'

type PasswordFieldProps = FieldWords & Omit<ComponentProps<'input'>, keyof FieldWords | 'type'>

/** A password with a button that shows and hides it. */
export function PasswordField(props: PasswordFieldProps) {
  const [field, input] = splitFieldProps(props)
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...field}>
      {(wiring) => (
        <span className="relative block">
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...wiring}
            type={shown ? 'text' : 'password'}
            className={classes(inputLook, 'h-10 pr-12')}
          />
          <button
            type="button"
            aria-label={shown ? m.kit_hide_password() : m.kit_show_password()}
            aria-controls={wiring.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-ink"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        </span>
      )}
    </Field>
  )
}
