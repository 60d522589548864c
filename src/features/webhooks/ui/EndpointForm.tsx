import { useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { randomUUID } from '../../../client/random-uuid.ts'
import { errorSentence } from '../../../client/error-messages.ts'
import { useStateForm } from '../../../client/form/use-state-form.ts'
import { Button } from '../../../kit/Button.tsx'
import { TextField } from '../../../kit/form/Field.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { Dialog } from '../../../kit/overlay/Dialog.tsx'
import { type WebhookType, webhookTypes } from '../event-types.ts'
import { webhooksApi } from './webhooks.api.ts'
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
  const [id] = useState(randomUUID)
  const form = useStateForm({
    start: { url: endpoint?.url ?? '', types: (endpoint?.types ?? []) as readonly string[] },
    problemsOf: ({ url, types }) => ({
      url: !isUrl(url.trim()) && m.webhooks_url_invalid(),
      types: !types.length && m.webhooks_events_needed(),
    }),
    async send({ url, types }) {
      const values = { url: url.trim(), types: webhookTypes.filter((type) => types.includes(type)) }
      if (endpoint) await webhooksApi.change.call({ id: endpoint.id, version: endpoint.version, ...values })
      else onSecret((await webhooksApi.create.call({ id, ...values })).secret)
    },
    onDone: onClose,
    failure: errorSentence(m.webhooks_save_failed, {
      TARGET_REFUSED: m.webhooks_target_refused,
      CONFLICT: m.webhooks_conflict,
      TOO_MANY: m.webhooks_too_many,
      // The first answer did not arrive.
      ALREADY_MADE: m.webhooks_already_made,
    }),
    stale: [webhooksApi.list.key()],
  })
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.submit}>
      <TextField
        label={m.common_address()}
        type="url"
        inputMode="url"
        placeholder="https://example.com/webhooks"
        autoComplete="off"
        spellCheck={false}
        maxLength={1000}
        {...form.field('url')}
      />
      <TypeChoice types={form.values.types} onChange={(types) => form.set({ types })} />
      {form.errorOf('types') ? <Notice tone="error">{form.errorOf('types')}</Notice> : null}
      {form.failure ? <Notice tone="error">{form.failure}</Notice> : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {m.kit_cancel()}
        </Button>
        <Button type="submit" busy={form.busy}>
          {endpoint ? m.webhooks_save() : m.webhooks_add()}
        </Button>
      </div>
    </form>
  )
}

const isUrl = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)

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
