import { registryApi } from './registry.api.ts'
import { m } from '../../../paraglide/messages.js'
import { classifyFailure } from '../../../client/api.ts'
import { errorSentence } from '../../../client/error-messages.ts'
import { useStateForm } from '../../../client/form/use-state-form.ts'
import { Button } from '../../../kit/Button.tsx'
import { Copyable } from '../../../kit/Copyable.tsx'
import { PasswordField } from '../../../kit/form/Field.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { Dialog } from '../../../kit/overlay/Dialog.tsx'

/** Asks for the account's password, then shows the transfer code of a domain. */
export function CodeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { sending, field, submit, busy, failure } = useStateForm({
    start: { password: '' },
    send: ({ password }) => registryApi.authCode.call({ id, ...(password && { password }) }),
    failure: codeFailure,
  })
  return (
    <Dialog open onClose={onClose} title={m.registry_code()}>
      {sending.data ? (
        <div className="grid gap-4">
          <p className="rounded-control bg-well px-4 py-3 font-mono text-lg wrap-anywhere">
            <Copyable text={sending.data.code} label={m.registry_code_copy()} />
          </p>
          <Notice tone="warning">{m.registry_code_now()}</Notice>
          <Button className="justify-self-end" onClick={onClose}>
            {m.handover_done()}
          </Button>
        </div>
      ) : (
        <form noValidate onSubmit={submit} className="grid gap-4">
          <p className="text-muted">{m.registry_code_proof()}</p>
          <PasswordField label={m.handover_proof()} {...field('password')} />
          {failure ? <Notice tone="error">{failure}</Notice> : null}
          <div className="mt-2 flex flex-wrap justify-end gap-2">
            <Button variant="quiet" onClick={onClose}>
              {m.kit_cancel()}
            </Button>
            <Button type="submit" busy={busy}>
              {m.registry_code_show()}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

const sentence = errorSentence(m.registry_code_failed, {
  PASSWORD_WRONG: m.security_password_wrong,
  LOG_IN_AGAIN: m.handover_log_in_again,
  TOO_MANY_REQUESTS: m.accounts_too_many,
  NOT_OFFERED: m.registry_not_offered,
  NOT_FOUND: m.domains_not_yours,
})

/** Why the code is not shown, with the registrar's words. */
function codeFailure(error: unknown): string {
  const failure = classifyFailure(error)
  const { words = '' } = (
    failure.kind === 'refused' && failure.code === 'CODE_FAILED' ? failure.data : {}
  ) as { words?: string }
  return words ? m.registry_code_failed_words({ words }) : sentence(error)
}
