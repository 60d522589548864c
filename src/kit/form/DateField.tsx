import { CalendarDays } from 'lucide-react'
import { useRef, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { classes } from '../classes.ts'
import { dayText } from '../../shared/dates.ts'
import { usePageData } from '../page/page-data.ts'
import { Field, type FieldProps, inputClasses } from './Field.tsx'
import { readDay } from './typed-day.ts'

interface DateFieldProps extends FieldProps {
  name?: string
  /** ISO 8601, such as `2026-11-26`; empty for none. */
  value: string
  /** Called with the day as soon as the text is one, and with an empty text before. */
  onChange: (event: { target: { value: string } }) => void
  /** The last day that the calendar offers. */
  max?: string
  /** Shown while it is empty; without it an example. */
  placeholder?: string
}

const EXAMPLE = '26 Nov 2026'

/**
 * A day, shown as on every screen: a browser's own field would follow the language of the browser. It is typed with the day
 * first, or chosen in the browser's calendar.
 */
export function DateField({ name, value, onChange, max, placeholder, error, ...field }: DateFieldProps) {
  const { locale } = usePageData()
  const [typed, setTyped] = useState<string>()
  const [isLeft, setLeft] = useState(false)
  const calendar = useRef<HTMLInputElement>(null)
  const isUnclear = isLeft && typed !== undefined && typed.trim() !== '' && value === ''
  const shown = value ? dayText(value, locale) : ''
  const change = (day: string) => onChange({ target: { value: day } })
  return (
    <Field {...field} error={isUnclear ? m.kit_day_unclear({ example: EXAMPLE }) : error}>
      {(attributes) => (
        <span className="relative block">
          <input
            type="text"
            name={name}
            autoComplete="off"
            maxLength={40}
            placeholder={placeholder ?? EXAMPLE}
            value={typed ?? shown}
            onChange={(event) => {
              setTyped(event.target.value)
              setLeft(false)
              change(readDay(event.target.value, new Date().toISOString().slice(0, 10)) ?? '')
            }}
            onBlur={() => {
              setLeft(true)
              // A text that is a day is shown like every other one.
              if (value || !typed?.trim()) setTyped(undefined)
            }}
            {...attributes}
            className={classes(inputClasses, 'h-10 pr-10')}
          />
          <button
            type="button"
            aria-label={m.kit_day_choose()}
            onClick={() => calendar.current?.showPicker()}
            className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-control text-muted hover:text-ink"
          >
            <CalendarDays aria-hidden className="size-4" />
          </button>
          <input
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden
            value={value}
            max={max}
            onChange={(event) => {
              setTyped(undefined)
              change(event.target.value)
            }}
            className="pointer-events-none absolute right-0 bottom-0 size-0 opacity-0"
          />
        </span>
      )}
    </Field>
  )
}
