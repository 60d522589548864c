import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { refusalCode } from '../../../../client/error-messages.ts'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { Select } from '../../../../kit/form/Field.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { type MarkField, markFields } from '../../../settings/message-templates.ts'
import { receivedApi, type ReceivedItem } from '../received/received.api.ts'
import { CurrencyField, DialogEnd, isCurrencyCode, MessageText } from '../received/ConfirmReceived.tsx'
import { MethodSelect } from '../charges/MethodSelect.tsx'
import { decisionFailure } from '../received/received-texts.ts'
import { type Label, templatesApi } from './templates.api.ts'

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
  amount: m.common_amount,
  balance: m.billing_column_balance,
  fee: m.templates_fee,
  code: m.billing_column_code,
  name: m.billing_payer_name,
  phone: m.billing_payer_phone,
  reference: m.common_reference,
  date: m.billing_column_date,
  clock: m.billing_column_time,
}

const labelFailure = (error: unknown) => labelRefusals[refusalCode(error) ?? '']?.() ?? decisionFailure(error)

const labelRefusals: Record<string, () => string> = {
  MARKS_INVALID: m.templates_marks_invalid,
  NOT_UNREAD: m.templates_not_unread,
}

const valueOf = ({ at, end }: { at: number; end: number }) => `${at}-${end}`

/** The place in the message that was chosen for each part. */
type Chosen = Partial<Record<MarkField, string>>

function LabelForm({ item, label, onClose, onSaved }: LabelDialogProps & { label: Label }) {
  const marksIn = (wanted: Chosen) =>
    markFields.flatMap((one) => {
      const choice = label.choices.find((found) => found.field === one && valueOf(found) === wanted[one])
      return choice ? [{ field: one, at: choice.at, end: choice.end }] : []
    })
  const { values, set, field, submit, busy, failure } = useStateForm({
    start: {
      chosen: Object.fromEntries(label.marks.map((mark) => [mark.field, valueOf(mark)])) as Chosen,
      method: label.method ?? '',
      currency: label.currency ?? '',
    },
    send: (typed) =>
      templatesApi.save.call({
        id: item.id,
        version: label.version,
        method: typed.method,
        marks: marksIn(typed.chosen),
        currency: typed.currency.trim().toUpperCase(),
      }),
    done: ({ outcome }) => (outcome === 'known' ? m.templates_known() : m.templates_saved()),
    onDone() {
      onClose()
      onSaved?.()
    },
    failure: labelFailure,
    stale: [receivedApi.list.key(), templatesApi.proposals.key()],
  })
  const { chosen, method, currency } = values
  const isComplete = chosen.amount && method && isCurrencyCode(currency)
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <MarkedText text={label.text} marks={marksIn(chosen)} />
      <div className="grid grid-cols-2 gap-3">
        {markFields
          .map((one) => ({ one, choices: label.choices.filter((choice) => choice.field === one) }))
          .filter(({ choices }) => choices.length > 0)
          .map(({ one, choices }) => (
            <Select
              key={one}
              label={fieldLabels[one]()}
              value={chosen[one] ?? ''}
              onChange={(event) => set({ chosen: { ...chosen, [one]: event.target.value } })}
              placeholder={m.templates_not_there()}
              options={choices.map((choice) => ({ value: valueOf(choice), label: choice.text }))}
            />
          ))}
        <CurrencyField {...field('currency')} />
        <MethodSelect {...field('method')} />
      </div>
      <DialogEnd
        label={m.templates_save()}
        isComplete={Boolean(isComplete)}
        busy={busy}
        failure={failure}
        onClose={onClose}
      />
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
    <MessageText>
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
    </MessageText>
  )
}
