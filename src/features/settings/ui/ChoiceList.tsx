import { useId } from 'react'

interface ChoiceListProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string; about: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice of which each answer needs a sentence to be understood. */
export function ChoiceList<Value extends string>({
  label,
  options,
  value,
  onChange,
}: ChoiceListProps<Value>) {
  const name = useId()
  return (
    <fieldset className="grid gap-3 md:grid-cols-2">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex cursor-pointer items-start gap-3 rounded-control border border-edge p-4 transition-colors hover:border-primary has-checked:border-primary has-checked:bg-well has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            className="mt-1 size-4 shrink-0 accent-primary outline-none"
            aria-labelledby={`${name}-${option.value}`}
            aria-describedby={`${name}-${option.value}-about`}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className="min-w-0">
            <span id={`${name}-${option.value}`} className="block font-semibold">
              {option.label}
            </span>
            <span id={`${name}-${option.value}-about`} className="block text-sm text-muted">
              {option.about}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
