import { Search } from 'lucide-react'
import { type FormEventHandler, useState } from 'react'
import { useNavigate } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { buttonClasses } from '../../../kit/Button.tsx'
import { classes } from '../../../kit/classes.ts'
import { Field, inputClasses } from '../../../kit/form/Field.tsx'
import { readName } from '../names.ts'

interface NameFormProps {
  /** The initial text of the field. */
  name?: string
  /** What a name without a dot ends with. */
  ending?: string | undefined
  error?: string | undefined
  /** Replaces the browser's own submit once a script runs. */
  onSubmit?: FormEventHandler<HTMLFormElement>
  /** For a page that has only this form. */
  large?: boolean
  className?: string
}

/**
 * The search form for a name, which works before the script runs and without it. The field is uncontrolled, so that
 * text typed before hydration is not lost.
 */
export function NameForm({ name, ending, error, onSubmit, large = false, className }: NameFormProps) {
  return (
    <form action="/results" role="search" noValidate onSubmit={onSubmit} className={className}>
      <Field id="domain" label={m.search_label()} error={error} hideLabel={!large}>
        {(wiring) => (
          <div className="flex flex-wrap gap-2">
            <input
              {...wiring}
              name="domain"
              type="text"
              defaultValue={name}
              placeholder={m.search_placeholder() + (ending ? `.${ending}` : '')}
              autoCapitalize="none"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              inputMode="url"
              enterKeyHint="search"
              maxLength={300}
              className={classes(
                inputClasses,
                'min-w-48 grow-9',
                large ? 'h-12 basis-64 text-lg' : 'h-10 basis-48 sm:basis-64',
              )}
            />
            <button
              type="submit"
              className={buttonClasses('accent', large ? 'large' : 'medium', 'max-sm:grow')}
            >
              <Search aria-hidden className="size-5" />
              {m.common_search()}
            </button>
          </div>
        )}
      </Field>
    </form>
  )
}

/**
 * Opens the results for a typed name, or returns the error to show at the field.
 * @param ending added to a name without a dot
 */
export function useSearch(ending?: string) {
  const [error, setError] = useState<string>()
  const navigate = useNavigate()

  async function search(form: HTMLFormElement) {
    const field = form.querySelector('input')
    const text = field?.value ?? ''
    const name = await readName(text)
    const typed = ending && !text.includes('.') ? `${text.trim()}.${ending}` : text
    setError(name.ok ? undefined : m.search_invalid())
    // The address has the label alone; the whole text stays with the entry of the browser's history.
    if (name.ok) await navigate(`/results?domain=${name.label}`, { state: { typed } })
    else field?.focus()
  }
  const onSubmit: FormEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault()
    void search(event.currentTarget)
  }
  return { error, onSubmit }
}
