import { m } from '../../../paraglide/messages.js'
import { shownDollars } from '../../../shared/money.ts'
import { Badge } from '../../../kit/Badge.tsx'
import { Button } from '../../../kit/Button.tsx'
import { removeFromCart } from './cart-store.ts'
import type { RefusedFor } from './placing.ts'

interface CheckoutLineProps {
  domain: string
  /** Dollars. */
  price: number
  refused: RefusedFor | undefined
}

const reasons: Record<RefusedFor, (() => string) | undefined> = {
  gone: undefined,
  premium: m.checkout_premium,
  invalid: m.checkout_invalid,
  ordered: m.checkout_ordered_about,
}

/** One domain of the order to be. What can't be ordered says so, and is taken out here. */
export function CheckoutLine({ domain, price, refused }: CheckoutLineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
      <span className="min-w-0 flex-1 basis-40 font-semibold wrap-anywhere">{domain}</span>
      {refused ? (
        <>
          <Badge tone="rejected">
            {refused === 'ordered' ? m.checkout_ordered() : m.checkout_not_available()}
          </Badge>
          <Button
            variant="secondary"
            size="small"
            aria-label={m.cart_remove_name({ name: domain })}
            onClick={() => removeFromCart(domain)}
          >
            {m.cart_remove()}
          </Button>
          {reasons[refused] ? <p className="w-full text-sm text-muted">{reasons[refused]()}</p> : null}
        </>
      ) : (
        <span>{shownDollars(price)}</span>
      )}
    </li>
  )
}
