import { m } from '../../../paraglide/messages.js'
import { Select } from '../../../kit/form/Field.tsx'

interface YearsSelectProps {
  /** The name of the domain. */
  name: string
  years: number
  most: number
  onChange: (years: number) => void
}

/** For how many years a domain is ordered. Nothing where there is no choice. */
export const YearsSelect = ({ name, years, most, onChange }: YearsSelectProps) =>
  most > 1 ? (
    <Select
      label={m.checkout_years_of({ name })}
      hideLabel
      value={String(years)}
      onChange={(event) => onChange(Number(event.target.value))}
      options={Array.from({ length: most }, (_, index) => ({
        value: String(index + 1),
        label: index === 0 ? m.checkout_one_year() : m.orders_years({ years: index + 1 }),
      }))}
    />
  ) : null
