import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../kit/Button.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import type { ProductRecord } from './api.ts'
import type { Product } from './product.ts'
import { failureReason } from '../../../client/error-messages.ts'

/**
 * What can be done about an expiry now: renew at once, or ask for an offer where the shop wants to be paid first.
 */
export function Renewal({ product, holding }: { product: Product; holding: ProductRecord }) {
  const client = useQueryClient()
  const { words } = product.holding
  const renew = useMutation({
    mutationFn: () => product.calls.renew.call({ id: holding.id }),
    onSuccess: ({ request }) => toast.success(request ? m.requests_renewal_sent() : words.renewed()),
    onError: (error) => toast.error(`${words.renewFailed()} ${failureReason(error, product)}`),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: product.calls.records.key() }),
        client.invalidateQueries({ queryKey: product.calls.list.key() }),
      ]),
  })
  if (holding.renewal === null) return m.requests_active()
  if (holding.renewal === 'requested') return m.requests_renewal_requested()
  return (
    <>
      <Button
        size="small"
        // Its words stand on the line of the row's other words.
        className="sm:-my-1.5"
        busy={renew.isPending}
        aria-label={m.requests_renew_name({ act: words.renew(), name: product.holding.nameOf(holding) })}
        onClick={() => renew.mutate()}
      >
        {words.renew()}
      </Button>
      {holding.renewal === 'request' ? (
        <span className="mt-1 block text-sm text-muted">{m.requests_renewal_offer_first()}</span>
      ) : null}
    </>
  )
}
