import { m } from '../../../../paraglide/messages.js'
import { errorSentence } from '../../../../client/error-messages.ts'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { PasswordField } from '../../../../kit/form/Field.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import type { Product } from '../product.ts'
import { secretLabel } from './access-labels.ts'

interface SecretDialogProps {
  product: Product
  /** The id of the service. */
  id: string
  secret: string
  onClose: () => void
}

/** Asks for the account's password, then shows a secret of a service, the only time. */
export function SecretDialog({ product, id, secret, onClose }: SecretDialogProps) {
  const { sending, field, submit, busy, failure } = useStateForm({
    start: { password: '' },
    send: ({ password }) =>
      product.calls.showSecret.call({ id, name: secret, ...(password && { password }) }),
    failure: errorSentence(m.handover_show_failed, refusals),
    stale: [product.calls.access.key()],
  })
  const label = secretLabel(secret)
  return (
    <Dialog open onClose={onClose} title={m.handover_show_name({ secret: label })}>
      {sending.data ? (
        <div className="grid gap-4">
          <p className="rounded-control bg-well px-4 py-3 font-mono text-lg wrap-anywhere">
            <Copyable text={sending.data.secret} label={m.handover_copy_secret({ secret: label })} />
          </p>
          <Notice tone="warning">{m.handover_copy_now()}</Notice>
          <Button className="justify-self-end" onClick={onClose}>
            {m.handover_done()}
          </Button>
        </div>
      ) : (
        <form noValidate onSubmit={submit} className="grid gap-4">
          <p className="text-muted">{m.handover_show_about()}</p>
          <PasswordField label={m.handover_proof()} {...field('password')} />
          {failure ? <Notice tone="error">{failure}</Notice> : null}
          <div className="mt-2 flex flex-wrap justify-end gap-2">
            <Button variant="quiet" onClick={onClose}>
              {m.kit_cancel()}
            </Button>
            <Button type="submit" busy={busy}>
              {m.common_show()}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

const refusals: Record<string, () => string> = {
  PASSWORD_WRONG: m.security_password_wrong,
  LOG_IN_AGAIN: m.handover_log_in_again,
  SECRET_SHOWN: m.handover_shown_already,
  SECRET_LOST: m.handover_secret_lost,
  NOT_FOUND: m.handover_not_yours,
  TOO_MANY_REQUESTS: m.accounts_too_many,
}
