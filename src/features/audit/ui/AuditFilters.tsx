import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auditApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../kit/Button.tsx'
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

const fields = ['who', 'action', 'entity', 'from', 'until'] as const

/** The filter of the log. Selects and days apply immediately, texts with Enter or the button. */
export function AuditFilters({ onFilter }: { onFilter: (filter: Filter) => void }) {
  const values = useQuery(auditApi.words.queryOptions())
  const [count, setCount] = useState(0)
  const [hasWho, setWho] = useState(false)
  const { locale } = usePageData()
  const options = (all: readonly string[] | undefined, labelOf: (code: string) => string) =>
    (all ?? [])
      .map((value) => ({ value, label: labelOf(value) }))
      .toSorted((one, other) => one.label.localeCompare(other.label, locale))
  const apply = (form: HTMLFormElement) => {
    const data = new FormData(form)
    const filter: Filter = {}
    for (const field of fields) {
      const value = data.get(field)
      if (typeof value === 'string' && value.trim()) filter[field] = value.trim()
    }
    setCount(Object.keys(filter).length)
    setWho(Boolean(filter.who))
    onFilter(filter)
  }
  return (
    <Filters
      label={m.audit_filter()}
      active={count - Number(hasWho)}
      onSubmit={apply}
      onReset={() => {
        setCount(0)
        setWho(false)
        onFilter({})
      }}
      onChange={(form, field) => {
        if (field instanceof HTMLSelectElement || field.type === 'date') apply(form)
      }}
      search={
        <TextField
          name="who"
          label={m.audit_who()}
          placeholder={m.audit_who_placeholder()}
          className={searchFieldClasses}
          maxLength={200}
        />
      }
    >
      <Select
        name="action"
        label={m.audit_action()}
        className="md:w-40"
        placeholder={m.audit_all()}
        options={options(values.data?.actions, actionLabel)}
      />
      <Select
        name="entity"
        label={m.audit_entity()}
        className="md:w-36"
        placeholder={m.audit_all()}
        options={options(values.data?.entities, entityLabel)}
      />
      <TextField name="from" type="date" label={m.audit_from()} className="md:w-36" />
      <TextField name="until" type="date" label={m.audit_until()} className="md:w-36" />
      <Button type="submit" variant="secondary">
        {m.audit_apply()}
      </Button>
      {count ? (
        <Button type="reset" variant="quiet">
          {m.audit_clear()}
        </Button>
      ) : null}
    </Filters>
  )
}
