import { useQuery } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { errorSentence } from '../../../client/error-messages.ts'
import { useAct } from '../../../client/form/act.ts'
import { Button } from '../../../kit/Button.tsx'
import { stepButton } from '../../../kit/queue-marks.ts'
import { AnswerForm, AnswerList } from '../../support/ui/MessageAnswers.tsx'
import { supportApi } from '../../support/ui/support.api.ts'
import { Focused } from '../../../kit/data-list/Focused.tsx'
import { ItemCard, type ItemFormProps } from './ItemCard.tsx'

/** A message of the contact form, to be answered here, or to be closed where it needs no answer. */
export function MessageForm({ id, item, onClose, onDone }: ItemFormProps) {
  const query = useQuery(
    supportApi.find.queryOptions({
      input: { id: item.itemId },
      refetchOnMount: 'always',
    }),
  )
  const mark = useAct({
    send: () => supportApi.mark.call({ id: item.itemId, state: 'answered' }),
    onDone,
    failure: errorSentence(m.messages_mark_failed),
    stale: [supportApi.key()],
  })
  const { name, email } = item.customer
  const message = query.data ?? {
    id: item.itemId,
    name: name ?? email ?? '',
    email: email ?? '',
    answers: [],
  }
  return (
    <ItemCard id={id}>
      <p className="whitespace-pre-line wrap-anywhere">{item.text}</p>
      <AnswerList message={message} />
      <Focused first="field" className="flex flex-col gap-3">
        {message.email ? <AnswerForm message={message} onDone={onDone} /> : null}
        <div className="flex flex-wrap gap-2">
          <Button {...stepButton} variant="secondary" busy={mark.isPending} onClick={() => mark.mutate()}>
            {m.messages_mark({ state: m.messages_state_answered() })}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {m.kit_cancel()}
          </Button>
        </div>
      </Focused>
    </ItemCard>
  )
}
