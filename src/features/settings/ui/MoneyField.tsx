import { TextField } from '../../../kit/form/Field.tsx'

interface MoneyFieldProps {
  label: string
  value: string
  onChange: (typed: string) => void
  error?: string | undefined
  placeholder?: string
}

/** An amount of dollars, as it is typed. */
export function MoneyField({ label, value, onChange, error, placeholder = '0.00' }: MoneyFieldProps) {
  return (
    <TextField
      label={`${label} ($)`}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  )
}
