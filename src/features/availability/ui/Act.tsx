import { Check, RotateCw, ShoppingCart } from 'lucide-react'
import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { formatMoney } from '../../../shared/money.ts'
import { Button, buttonClasses } from '../../../kit/Button.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { readPrices } from '../../catalogue/catalogue.ts'
import { MOST_IN_CART } from '../../orders/cart.ts'
import { addToCart, useCart } from '../../orders/ui/cart-store.ts'
import type { Outcome } from './OutcomeBadge.tsx'

interface ActProps {
  name: string
  outcome: Outcome
  onAgain: () => void
  isAsking: boolean
}

/** What can be done with a name that was looked up. */
export function Act({ name, outcome, onAgain, isAsking }: ActProps) {
  if (outcome === 'free') return <Buy name={name} />
  if (outcome === 'ask-price')
    return (
      <Link
        to={`/dashboard/domains?name=${name}`}
        aria-label={m.results_ask_price_of({ name })}
        className={buttonClasses('secondary', 'medium', place)}
      >
        {m.results_ask_price()}
      </Link>
    )
  if (outcome === 'unclear')
    return (
      <Button
        variant="secondary"
        busy={isAsking}
        onClick={onAgain}
        aria-label={m.results_try_again({ name })}
        className={place}
      >
        {isAsking ? null : <RotateCw aria-hidden className="size-4" />}
        {m.kit_try_again()}
      </Button>
    )
  return null
}

function Buy({ name }: { name: string }) {
  const price = formatMoney(readPrices(usePageData()).domain)
  const isInCart = useCart().includes(name)
  return (
    <span className="flex w-full items-center justify-between gap-4">
      <span>
        <b>{price}</b> <span className="text-sm text-muted max-sm:block">{m.results_first_year()}</span>
      </span>
      {isInCart ? (
        <Link
          to="/cart"
          aria-label={m.results_in_cart_of({ name })}
          className={buttonClasses('quiet', 'medium', place)}
        >
          <Check aria-hidden className="size-4" />
          {m.results_in_cart()}
        </Link>
      ) : (
        <Button
          aria-label={m.results_add_of({ name })}
          className={place}
          onClick={() => {
            if (addToCart(name)) toast.confirmation(m.results_added({ domain: name }))
            else toast.error(m.cart_full({ count: MOST_IN_CART }))
          }}
        >
          <ShoppingCart aria-hidden className="size-4" />
          {m.results_add()}
        </Button>
      )}
    </span>
  )
}

const place = 'sm:w-44'
