import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auditApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../kit/Button.tsx'
import { Select, TextField } from '../../../kit/form/Field.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { actionLabel, entityLabel } from './action-labels.ts'

export interface Filter {
  who?: string
  action?: string
  entity?: string
  entity_id?: string
  from?: string
  until?: string
}

const fields = ['who', 'action', 'entity', 'entity_id', 'from', 'until'] as const

/** The filter of the log. Selects apply immediately, texts with Enter or the button. */
export function AuditFilters({ onFilter }: { onFilter: (filter: Filter) => void }) {
  const values = useQuery(auditApi.words.queryOptions())
  const [isFiltered, setFiltered] = useState(false)
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
    setFiltered(Object.keys(filter).length > 0)
    onFilter(filter)
  }
  return (
    <form
      role="search"
      aria-label={m.audit_filter()}
      className="grid grid-cols-2 items-end gap-3 lg:grid-cols-4"
      onSubmit={(event) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
      onReset={() => {
        setFiltered(false)
        onFilter({})
      }}
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) apply(event.currentTarget)
      }}
    >
      <TextField
        name="who"
        label={m.audit_who()}
        placeholder={m.audit_who_placeholder()}
        className="col-span-2"
        maxLength={200}
      />
      <Select
        name="action"
        label={m.audit_action()}
        placeholder={m.audit_all()}
        options={options(values.data?.actions, actionLabel)}
      />
      <Select
        name="entity"
        label={m.audit_entity()}
        placeholder={m.audit_all()}
        options={options(values.data?.entities, entityLabel)}
      />
      <details className="col-span-2 lg:col-span-4">
        <summary className="w-fit cursor-pointer touch py-2 text-sm font-semibold text-primary">
          {m.audit_more_filters()}
        </summary>
        <div className="mt-2 grid grid-cols-2 gap-3 lg:grid-cols-4">
          <TextField
            name="entity_id"
            label={m.audit_entity_id()}
            className="col-span-2 lg:col-span-1"
            maxLength={200}
          />
          <TextField name="from" type="date" label={m.audit_from()} />
          <TextField name="until" type="date" label={m.audit_until()} />
        </div>
      </details>
      <div className="flex gap-2 max-lg:col-span-2 lg:col-span-4">
        <Button type="submit">{m.audit_apply()}</Button>
        {isFiltered ? (
          <Button type="reset" variant="quiet">
            {m.audit_clear()}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
