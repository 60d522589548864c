import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { outageMessage } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { TextArea, TextField } from '../../../../kit/form/Field.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { receivedApi } from '../received/received-api.ts'
import { amountText, reasonText } from '../received/received-texts.ts'

/** Messages that an admin pastes. They see what was read before they save. */
export function PasteCard() {
  const client = useQueryClient()
  const [draft, setDraft] = useState({ sender: '', text: '' })
  const preview = useMutation({ mutationFn: () => receivedApi.preview.call(draft) })
  const save = useMutation({
    mutationFn: () => receivedApi.paste.call(draft),
    onSuccess(counts) {
      toast.success(m.billing_paste_saved(counts))
      setDraft({ sender: '', text: '' })
      preview.reset()
    },
    onSettled: () => client.invalidateQueries({ queryKey: receivedApi.list.key() }),
  })
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part })
    preview.reset()
    save.reset()
  }
  const error = save.error ?? preview.error
  const isFilled = Boolean(draft.sender.trim() && draft.text.trim())
  return (
    <Card aria-labelledby="paste">
      <h2 id="paste" className="text-lg font-bold">
        {m.billing_paste_title()}
      </h2>
      <p className="mt-1 max-w-text text-muted">{m.billing_paste_about()}</p>
      <form
        noValidate
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isFilled) preview.mutate()
        }}
      >
        <TextField
          label={m.billing_sender()}
          description={m.billing_sender_about()}
          value={draft.sender}
          onChange={(event) => change({ sender: event.target.value })}
          maxLength={100}
          autoComplete="off"
        />
        <TextArea
          label={m.billing_paste_text()}
          rows={4}
          value={draft.text}
          onChange={(event) => change({ text: event.target.value })}
          maxLength={20_000}
        />
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
        {error ? <Notice tone="error">{outageMessage(error) ?? m.billing_decision_failed()}</Notice> : null}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            variant={preview.data ? 'secondary' : 'primary'}
            disabled={!isFilled}
            busy={preview.isPending}
          >
            {m.billing_paste_read()}
          </Button>
          {preview.data ? (
            <Button busy={save.isPending} onClick={() => save.mutate()}>
              {m.billing_paste_save()}
            </Button>
          ) : null}
        </div>
      </form>
    </Card>
  )
}
