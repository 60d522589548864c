import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { classifyFailure } from '../../../client/api.ts'
import { outageMessage } from '../../../client/error-messages.ts'
import { randomUUID } from '../../../client/random-uuid.ts'
import { Button } from '../../../kit/Button.tsx'
import { TextField } from '../../../kit/form/Field.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { Dialog } from '../../../kit/overlay/Dialog.tsx'
import { type WebhookType, webhookTypes } from '../event-types.ts'
import { webhooksApi } from './api.ts'
import type { Endpoint } from './EndpointCard.tsx'
import { typeLabels } from './webhook-labels.ts'

interface EndpointDialogProps {
  /** The endpoint to edit, or `new`. The dialog is closed without one. */
  edited: Endpoint | 'new' | undefined
  onClose: () => void
  /** Called with the secret of a new endpoint. */
  onSecret: (secret: string) => void
}

/** The form of a new endpoint or of an existing one. */
export function EndpointDialog({ edited, onClose, onSecret }: EndpointDialogProps) {
  const isNew = edited === 'new'
  return (
    <Dialog
      open={edited !== undefined}
      onClose={onClose}
      title={isNew ? m.webhooks_add() : m.webhooks_edit_title()}
      description={m.webhooks_add_about()}
    >
      {edited ? (
        <EndpointForm endpoint={isNew ? undefined : edited} onClose={onClose} onSecret={onSecret} />
      ) : null}
    </Dialog>
  )
}

interface EndpointFormProps {
  endpoint: Endpoint | undefined
  onClose: () => void
  onSecret: (secret: string) => void
}

function EndpointForm({ endpoint, onClose, onSecret }: EndpointFormProps) {
  const client = useQueryClient()
  const [id] = useState(randomUUID)
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [types, setTypes] = useState<readonly string[]>(endpoint?.types ?? [])
  const [isChecked, setChecked] = useState(false)
  const isUrl = /^https?:\/\//i.test(url.trim()) && URL.canParse(url.trim())
  const save = useMutation({
    async mutationFn() {
      const values = { url: url.trim(), types: webhookTypes.filter((type) => types.includes(type)) }
      if (endpoint) await webhooksApi.change.call({ id: endpoint.id, version: endpoint.version, ...values })
      else onSecret((await webhooksApi.create.call({ id, ...values })).secret)
    },
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: webhooksApi.list.key() }),
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (isUrl && types.length && !save.isPending) save.mutate()
      }}
    >
      <TextField
        label={m.webhooks_url()}
        type="url"
        inputMode="url"
        placeholder="https://example.com/webhooks"
        autoComplete="off"
        spellCheck={false}
        maxLength={1000}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        error={isChecked && !isUrl ? m.webhooks_url_invalid() : undefined}
      />
      <TypeChoice types={types} onChange={setTypes} />
      {isChecked && !types.length ? <Notice tone="error">{m.webhooks_events_needed()}</Notice> : null}
      {save.error ? <Notice tone="error">{saveProblem(save.error)}</Notice> : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {m.kit_cancel()}
        </Button>
        <Button type="submit" busy={save.isPending}>
          {endpoint ? m.webhooks_save() : m.webhooks_add()}
        </Button>
      </div>
    </form>
  )
}

function saveProblem(error: Error): string {
  const failure = classifyFailure(error)
  const problems: Record<string, () => string> = {
    TARGET_REFUSED: m.webhooks_target_refused,
    CONFLICT: m.webhooks_conflict,
    TOO_MANY: m.webhooks_too_many,
  }
  const problem = failure.kind === 'refused' ? problems[failure.code] : undefined
  return problem?.() ?? outageMessage(error) ?? m.webhooks_save_failed()
}

interface TypeChoiceProps {
  types: readonly string[]
  onChange: (types: readonly string[]) => void
}

function TypeChoice({ types, onChange }: TypeChoiceProps) {
  const toggle = (type: WebhookType, isChosen: boolean) =>
    onChange(isChosen ? [...types, type] : types.filter((one) => one !== type))
  return (
    <fieldset>
      <legend className="mb-1.5 flex w-full items-center justify-between gap-3 text-sm font-semibold">
        {m.webhooks_events()}
        <Button variant="quiet" size="small" onClick={() => onChange(webhookTypes)}>
          {m.webhooks_events_all()}
        </Button>
      </legend>
      <div className="grid max-h-72 overflow-y-auto rounded-control border border-line p-2 sm:grid-cols-2">
        {webhookTypes.map((type) => (
          <label
            key={type}
            className="flex touch items-start gap-2.5 rounded-control px-2 py-1.5 hover:bg-well"
          >
            <input
              type="checkbox"
              className="mt-1 size-4 shrink-0 accent-primary"
              checked={types.includes(type)}
              onChange={(event) => toggle(type, event.target.checked)}
            />
            <span className="min-w-0">
              {typeLabels[type]()}
              <span className="block font-mono text-sm text-muted">{type}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
