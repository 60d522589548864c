import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { auditApi } from './audit.api.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../kit/Button.tsx'
import { DateField } from '../../../kit/form/DateField.tsx'
import { useDebouncedText } from '../../../kit/form/debounce.ts'
import { Select } from '../../../kit/form/Field.tsx'
import { Filters, SearchField } from '../../../kit/list/Filters.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { actionLabel, entityLabel } from './sentences.ts'

const fields = ['who', 'action', 'entity', 'from', 'until'] as const
type Field = (typeof fields)[number]
type Filter = Partial<Record<Field, string>>

const noFilter = Object.fromEntries(fields.map((name) => [name, ''])) as Record<Field, string>
const dayShape = /^\d{4}-\d\d-\d\d$/

/** The filter of the log in the address. Without a value a field does not filter. */
export const filterOf = (params: URLSearchParams): Filter =>
  Object.fromEntries(
    fields.flatMap((name) => {
      const value = (params.get(name) ?? '').trim().slice(0, name === 'who' ? 200 : 80)
      const isDay = name === 'from' || name === 'until'
      return value && (!isDay || dayShape.test(value)) ? [[name, value]] : []
    }),
  )

interface AuditFiltersProps {
  filter: Filter
  onChange: (part: Record<string, string>) => void
}

/** The fields that filter the log. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const words = useQuery(auditApi.words.queryOptions())
  const { locale } = usePageData()
  const [who, setWho] = useDebouncedText(
    filter.who ?? '',
    useCallback((text: string) => onChange({ who: text.trim() }), [onChange]),
  )
  const options = (all: readonly string[] | undefined, labelOf: (code: string) => string) =>
    (all ?? [])
      .map((value) => ({ value, label: labelOf(value) }))
      .toSorted((one, other) => one.label.localeCompare(other.label, locale))
  const count = Object.keys(filter).length
  const field = (name: Exclude<Field, 'who'>) => ({
    value: filter[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <Filters
      label={m.audit_filter()}
      active={count - Number(Boolean(filter.who))}
      search={
        <SearchField
          label={m.audit_who()}
          placeholder={m.audit_who_placeholder()}
          value={who}
          onChange={setWho}
        />
      }
    >
      <Select
        {...field('action')}
        label={m.audit_action()}
        className="md:w-40"
        placeholder={m.common_all()}
        options={options(words.data?.actions, actionLabel)}
      />
      <Select
        {...field('entity')}
        label={m.audit_entity()}
        className="md:w-36"
        placeholder={m.common_all()}
        options={options(words.data?.entities, entityLabel)}
      />
      <DateField
        {...field('from')}
        label={m.common_from()}
        placeholder={m.kit_day_any()}
        className="md:w-36"
      />
      <DateField
        {...field('until')}
        label={m.common_until()}
        placeholder={m.kit_day_any()}
        className="md:w-36"
      />
      {count ? (
        <Button variant="quiet" onClick={() => onChange(noFilter)}>
          {m.audit_clear()}
        </Button>
      ) : null}
    </Filters>
  )
}
