import { m } from '../../../../paraglide/messages.js'
import { useSending } from '../../../../client/form/act.ts'
import { errorSentence } from '../../../../client/error-messages.ts'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { TextArea, TextField } from '../../../../kit/form/Field.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { receivedApi } from '../received/received.api.ts'
import { amountText, reasonText } from '../received/received-texts.ts'

/** Messages that an admin pastes. They see what was read before they save. */
export function PasteCard() {
  const failure = errorSentence(m.billing_decision_failed)
  const form = useStateForm({
    start: { sender: '', text: '' },
    send: (draft) => receivedApi.preview.call(draft),
    failure,
  })
  const { values, set, sending: preview } = form
  const save = useSending({
    send: () => receivedApi.paste.call(values),
    done: (counts) => m.billing_paste_saved(counts),
    onDone() {
      set({ sender: '', text: '' })
      preview.reset()
    },
    stale: [receivedApi.list.key()],
  })
  const reread = () => {
    preview.reset()
    save.reset()
  }
  const problem = save.error ? failure(save.error) : form.failure
  const isFilled = Boolean(values.sender.trim() && values.text.trim())
  return (
    <Card aria-labelledby="paste">
      <h2 id="paste" className="text-lg font-bold">
        {m.billing_paste_title()}
      </h2>
      <p className="mt-1 max-w-text text-muted">{m.billing_paste_about()}</p>
      <form noValidate className="mt-4 flex flex-col gap-4" onSubmit={form.submit} onChange={reread}>
        <TextField
          label={m.billing_sender()}
          description={m.billing_sender_about()}
          {...form.field('sender')}
          maxLength={100}
          autoComplete="off"
        />
        <TextArea label={m.common_messages()} rows={4} {...form.field('text')} maxLength={20_000} />
        {preview.data ? (
          <ul className="flex flex-col divide-y divide-line border-y border-line">
            {preview.data.items.map((found, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- two equal messages may be pasted
              <li key={at} className="py-3">
                <p className="font-semibold wrap-anywhere">
                  {[amountText(found.amount, found.currency), found.code, found.payer_name, found.reference]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
                <p className="text-sm text-muted">
                  {found.state === 'ignored' ? m.billing_paste_ignored() : reasonText(found.reason)}
                </p>
              </li>
            ))}
          </ul>
        ) : null}
        {problem ? <Notice tone="error">{problem}</Notice> : null}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            variant={preview.data ? 'secondary' : 'primary'}
            disabled={!isFilled}
            busy={form.busy}
          >
            {m.billing_paste_read()}
          </Button>
          {preview.data ? (
            <Button busy={save.isPending} onClick={() => save.mutate()}>
              {m.common_save()}
            </Button>
          ) : null}
        </div>
      </form>
    </Card>
  )
}
