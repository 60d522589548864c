import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { refusalCode } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { settingsApi } from '../../../settings/ui/api.ts'
import { type MarkField, markFields } from '../../../settings/message-templates.ts'
import { receivedApi, type ReceivedItem } from '../received/received-api.ts'
import { decisionFailure } from '../received/received-texts.ts'
import { type Label, templatesApi } from './templates-api.ts'

interface LabelDialogProps {
  item: ReceivedItem
  onClose: () => void
  onSaved?: (() => void) | undefined
}

/** What the parts of a message mean, which an admin chooses among what was found in it. */
export function LabelDialog({ item, onClose, onSaved }: LabelDialogProps) {
  const { data, error } = useQuery({
    ...templatesApi.label.queryOptions({ input: { id: item.id } }),
    staleTime: 0,
    gcTime: 0,
  })
  const sender = item.sender ?? ''
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.templates_label_title({ sender })}
      description={
        data?.may_be_learned === false ? m.templates_label_about_known() : m.templates_label_about({ sender })
      }
    >
      {data ? (
        <LabelForm key={data.version} item={item} label={data} onClose={onClose} onSaved={onSaved} />
      ) : error ? (
        <Notice tone="error">{labelFailure(error)}</Notice>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  )
}

const fieldLabels: Record<MarkField, () => string> = {
  amount: m.billing_column_amount,
  balance: m.billing_column_balance,
  fee: m.templates_fee,
  code: m.billing_column_code,
  name: m.billing_payer_name,
  phone: m.billing_payer_phone,
  reference: m.billing_column_reference,
  date: m.billing_column_date,
  clock: m.billing_column_time,
}

function labelFailure(error: unknown): string {
  const code = refusalCode(error)
  if (code === 'MARKS_INVALID') return m.templates_marks_invalid()
  if (code === 'NOT_UNREAD') return m.templates_not_unread()
  return decisionFailure(error)
}

const valueOf = ({ at, end }: { at: number; end: number }) => `${at}-${end}`

function LabelForm({ item, label, onClose, onSaved }: LabelDialogProps & { label: Label }) {
  const client = useQueryClient()
  const settings = useQuery(settingsApi.show.queryOptions())
  const methods = settings.data?.values['payments.methods'] ?? []
  const [chosen, setChosen] = useState<Partial<Record<MarkField, string>>>(() =>
    Object.fromEntries(label.marks.map((mark) => [mark.field, valueOf(mark)])),
  )
  const [method, setMethod] = useState(label.method ?? '')
  const [currency, setCurrency] = useState(label.currency ?? '')
  const marks = markFields.flatMap((field) => {
    const choice = label.choices.find((one) => one.field === field && valueOf(one) === chosen[field])
    return choice ? [{ field, at: choice.at, end: choice.end }] : []
  })
  const save = useMutation({
    mutationFn: () =>
      templatesApi.save.call({
        ...{ id: item.id, version: label.version, method, marks },
        currency: currency.trim().toUpperCase(),
      }),
    onSuccess({ outcome }) {
      toast.success(outcome === 'known' ? m.templates_known() : m.templates_saved())
      onClose()
      onSaved?.()
    },
    onSettled: () =>
      Promise.all(
        [receivedApi.list.key(), templatesApi.proposals.key()].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
  const isComplete = chosen.amount && method && /^[a-z]{3}$/i.test(currency.trim())
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete && !save.isPending) save.mutate()
      }}
    >
      <MarkedText text={label.text} marks={marks} />
      <div className="grid grid-cols-2 gap-3">
        {markFields
          .map((field) => ({ field, choices: label.choices.filter((one) => one.field === field) }))
          .filter(({ choices }) => choices.length > 0)
          .map(({ field, choices }) => (
            <Select
              key={field}
              label={fieldLabels[field]()}
              value={chosen[field] ?? ''}
              onChange={(event) => setChosen({ ...chosen, [field]: event.target.value })}
              placeholder={m.templates_not_there()}
              options={choices.map((one) => ({ value: valueOf(one), label: one.text }))}
            />
          ))}
        <TextField
          label={m.billing_currency()}
          value={currency}
          onChange={(event) => setCurrency(event.target.value)}
          maxLength={3}
          autoComplete="off"
        />
        <Select
          label={m.billing_method()}
          placeholder={m.billing_choose()}
          value={method}
          onChange={(event) => setMethod(event.target.value)}
          options={methods.map((value) => ({ value, label: value }))}
        />
      </div>
      {save.error ? <Notice tone="error">{labelFailure(save.error)}</Notice> : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!isComplete} busy={save.isPending}>
          {m.templates_save()}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {m.kit_cancel()}
        </Button>
      </div>
    </form>
  )
}

interface MarkedTextProps {
  text: string
  marks: readonly { field: MarkField; at: number; end: number }[]
}

/** A message in which what is marked stands out. */
function MarkedText({ text, marks }: MarkedTextProps) {
  const sorted = marks.toSorted((one, other) => one.at - other.at)
  return (
    <blockquote className="rounded-control bg-well px-3 py-2 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
      {sorted.map(({ field, at, end }, index) => (
        <Fragment key={field}>
          {text.slice(sorted[index - 1]?.end ?? 0, at)}
          <mark
            title={fieldLabels[field]()}
            className="rounded-control bg-suggested-ground px-0.5 font-semibold text-suggested"
          >
            {text.slice(Math.max(at, sorted[index - 1]?.end ?? 0), end)}
          </mark>
        </Fragment>
      ))}
      {text.slice(sorted.at(-1)?.end ?? 0)}
    </blockquote>
  )
}
