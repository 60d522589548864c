import { startTransition, useId, useOptimistic } from 'react'
import { outageMessage } from '../../../client/error-messages.ts'
import { useAct } from '../../../client/form/act.ts'
import { m } from '../../../paraglide/messages.js'
import type { ProductAccess } from './requests.api.ts'
import type { Product } from './product.ts'

interface AutoRenewProps {
  product: Product
  access: ProductAccess
}

/** Whether a service renews itself, and what that means. Nothing for what has no term. */
export function AutoRenew({ product, access: { record, auto_renew } }: AutoRenewProps) {
  const id = useId()
  const act = useAct({
    send: (on: boolean) => product.calls.autoRenew.call({ id: record.id, on }),
    done: (answer) => (answer.auto_renew ? m.renewal_auto_is_on() : m.renewal_auto_is_off()),
    failure: outageMessage,
    stale: [product.calls.access.key()],
  })
  // As it was chosen from the press on, and as the server has it once the act has ended.
  const [isOn, show] = useOptimistic(auto_renew)
  const choose = (on: boolean) =>
    startTransition(async () => {
      show(on)
      await act.mutateAsync(on).catch(() => undefined)
    })
  if (!record.expires_at) return null
  return (
    <div className="mt-4 border-t border-line pt-3">
      <label className="flex touch cursor-pointer items-center gap-2 font-semibold">
        <input
          type="checkbox"
          aria-describedby={id}
          checked={isOn}
          disabled={act.isPending}
          onChange={(event) => choose(event.target.checked)}
          className="size-4 shrink-0 accent-primary"
        />
        {m.renewal_auto()}
      </label>
      <p id={id} className="text-sm text-muted">
        {m.renewal_auto_about()}
      </p>
    </div>
  )
}
