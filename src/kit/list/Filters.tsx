import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { Button } from '../Button.tsx'
import { classes } from '../classes.ts'
import { TextField } from '../form/Field.tsx'

interface FiltersProps {
  /** The name of the form, for screen readers. */
  label?: string
  /** The search field, which is always shown. */
  search?: ReactNode
  /** How many of the other fields filter. */
  active: number
  /** The other fields. A phone folds them behind a button. */
  children?: ReactNode
  /** Further buttons at the end. */
  end?: ReactNode
  onSubmit?: () => void
}

/** The filters of a list: the search, and the other fields, which a phone folds behind one button with their count. */
export function Filters({ label, search, active, children, end, onSubmit }: FiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <form
      role="search"
      aria-label={label}
      className="mb-4 flex flex-wrap items-end gap-3 max-md:gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.()
      }}
    >
      {search}
      {children ? (
        <>
          <Button
            variant="secondary"
            className="md:hidden"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <SlidersHorizontal aria-hidden className="size-4" />
            {active ? m.kit_filters_active({ count: active }) : m.kit_filters()}
          </Button>
          <div
            id={id}
            className={classes(
              'flex flex-wrap items-end gap-3 max-md:w-full max-md:*:min-w-32 max-md:*:flex-1',
              !isOpen && 'max-md:hidden',
            )}
          >
            {children}
          </div>
        </>
      ) : null}
      {end}
    </form>
  )
}

/** The classes of a search field in {@link Filters}. */
export const searchFieldClasses = 'min-w-40 flex-1 md:max-w-96'

interface SearchFieldProps {
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
  maxLength?: number
}

/** The search field of a list. */
export const SearchField = ({ onChange, maxLength = 200, ...field }: SearchFieldProps) => (
  <TextField
    {...field}
    className={searchFieldClasses}
    type="search"
    onChange={(event) => onChange(event.target.value)}
    autoComplete="off"
    spellCheck={false}
    maxLength={maxLength}
  />
)
