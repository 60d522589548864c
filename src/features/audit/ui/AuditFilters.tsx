import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auditApi } from './audit.api.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../kit/Button.tsx'
import { DateField } from '../../../kit/form/DateField.tsx'
import { Select, TextField } from '../../../kit/form/Field.tsx'
import { Filters, searchFieldClasses } from '../../../kit/list/Filters.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { actionLabel, entityLabel } from './sentences.ts'

export interface Filter {
  who?: string
  action?: string
  entity?: string
  from?: string
  until?: string
  zone?: string
}

type Field = Exclude<keyof Filter, 'zone'>

const noFilter: Record<Field, string> = { who: '', action: '', entity: '', from: '', until: '' }

/** The filter of the log. Selects and days apply immediately, texts with Enter or the button. */
export function AuditFilters({ onFilter }: { onFilter: (filter: Filter) => void }) {
  const words = useQuery(auditApi.words.queryOptions())
  const [values, setValues] = useState(noFilter)
  const [applied, setApplied] = useState<Filter>({})
  const { locale } = usePageData()
  const options = (all: readonly string[] | undefined, labelOf: (code: string) => string) =>
    (all ?? [])
      .map((value) => ({ value, label: labelOf(value) }))
      .toSorted((one, other) => one.label.localeCompare(other.label, locale))
  const apply = (next: typeof noFilter) => {
    const given = Object.entries(next).flatMap(([name, value]) =>
      value.trim() ? [[name, value.trim()]] : [],
    )
    const filter = Object.fromEntries(given) as Filter
    setValues(next)
    setApplied(filter)
    onFilter(filter)
  }
  const count = Object.keys(applied).length
  const field = (name: Field, change: (next: typeof noFilter) => void = apply) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => change({ ...values, [name]: target.value }),
  })
  return (
    <Filters
      label={m.audit_filter()}
      active={count - Number(Boolean(applied.who))}
      onSubmit={() => apply(values)}
      search={
        <TextField
          {...field('who', setValues)}
          label={m.audit_who()}
          placeholder={m.audit_who_placeholder()}
          className={searchFieldClasses}
          maxLength={200}
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
      <DateField {...field('from')} label={m.common_from()} className="md:w-40" />
      <DateField {...field('until')} label={m.common_until()} className="md:w-40" />
      <Button type="submit" variant="secondary">
        {m.audit_apply()}
      </Button>
      {count ? (
        <Button variant="quiet" onClick={() => apply(noFilter)}>
          {m.audit_clear()}
        </Button>
      ) : null}
    </Filters>
  )
}
