import { useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { randomUUID } from '../../../client/random-uuid.ts'
import { errorSentence } from '../../../client/error-messages.ts'
import { useStateForm } from '../../../client/form/use-state-form.ts'
import { Button } from '../../../kit/Button.tsx'
import { Select, TextField } from '../../../kit/form/Field.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { FULFIL, type KeyGroup, keyGroups, type KeyScope } from '../scopes.ts'
import { apiKeysApi } from './api-keys.api.ts'

export const groupLabels: Record<KeyGroup, () => string> = {
  requests: m.keys_group_requests,
  orders: m.common_orders,
  payments: m.common_payments,
  customers: m.common_customers,
  messages: m.keys_group_messages,
  reports: m.keys_group_reports,
}

const accessLabels = { read: m.keys_scope_read, write: m.keys_scope_write }
const accessOptions = () => Object.entries(accessLabels).map(([value, label]) => ({ value, label: label() }))

type Access = Partial<Record<KeyGroup, string> & Record<typeof FULFIL, boolean>>

interface KeyFormProps {
  onClose: () => void
  /** Called with the new key. */
  onKey: (key: string) => void
}

/** The form of a new key: its name, how long it is valid, and what it may do. */
export function KeyForm({ onClose, onKey }: KeyFormProps) {
  const [id] = useState(randomUUID)
  const form = useStateForm({
    start: { name: '', days: '90', access: {} as Access },
    problemsOf: ({ name, access }) => ({
      name: !name.trim() && m.keys_name_needed(),
      access: !scopesOf(access).length && m.keys_scopes_needed(),
    }),
    send: ({ name, days, access }) =>
      apiKeysApi.create.call({ id, name: name.trim(), scopes: scopesOf(access), days: Number(days) }),
    onDone({ key }) {
      onClose()
      onKey(key)
    },
    // A key whose answer did not arrive has been made with this id.
    failure: errorSentence(m.keys_make_failed, { ALREADY_MADE: m.keys_already_made }),
    stale: [apiKeysApi.key()],
  })
  const { access } = form.values
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.submit}>
      <TextField
        label={m.common_name()}
        description={m.keys_name_about()}
        autoComplete="off"
        maxLength={80}
        {...form.field('name')}
      />
      <Select
        label={m.keys_expiry()}
        className="sm:w-60"
        {...form.field('days')}
        options={[
          { value: '30', label: m.keys_days({ count: 30 }) },
          { value: '90', label: m.keys_days({ count: 90 }) },
          { value: '365', label: m.keys_year() },
        ]}
      />
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">{m.keys_scopes()}</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {keyGroups.map((group) => (
            <Select
              key={group}
              label={groupLabels[group]()}
              placeholder={m.keys_scope_none()}
              value={access[group] ?? ''}
              onChange={({ target: { value } }) => form.set({ access: { ...access, [group]: value } })}
              options={accessOptions()}
            />
          ))}
        </div>
        <label className="mt-3 flex touch items-start gap-2.5">
          <input
            type="checkbox"
            className="mt-1 size-4 shrink-0 accent-primary"
            checked={access[FULFIL] ?? false}
            onChange={({ target: { checked } }) => form.set({ access: { ...access, [FULFIL]: checked } })}
          />
          <span className="min-w-0">
            {m.keys_fulfil()}
            <span className="block text-sm text-muted">{m.keys_fulfil_about()}</span>
          </span>
        </label>
      </fieldset>
      {form.errorOf('access') ? <Notice tone="error">{form.errorOf('access')}</Notice> : null}
      {form.failure ? <Notice tone="error">{form.failure}</Notice> : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {m.kit_cancel()}
        </Button>
        <Button type="submit" busy={form.busy}>
          {m.keys_make()}
        </Button>
      </div>
    </form>
  )
}

const scopesOf = (access: Access): KeyScope[] => [
  ...keyGroups.flatMap((group) => (access[group] ? [`${group}.${access[group]}` as KeyScope] : [])),
  ...(access[FULFIL] ? [FULFIL as KeyScope] : []),
]

/** What a scope means, such as "Orders: Read". One of a newer version is shown as it is. */
export function scopeLabel(scope: string): string {
  if (scope === FULFIL) return m.keys_fulfil()
  const [group, access] = scope.split('.') as [KeyGroup, keyof typeof accessLabels]
  return Object.hasOwn(groupLabels, group) && Object.hasOwn(accessLabels, access)
    ? `${groupLabels[group]()}: ${accessLabels[access]()}`
    : scope
}
