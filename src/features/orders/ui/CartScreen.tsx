import { ShoppingCart } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { shownDollars } from '../../../platform/money.ts'
import { Button } from '../../../platform/ui/kit/Button.tsx'
import { Card } from '../../../platform/ui/kit/Card.tsx'
import { EmptyState } from '../../../platform/ui/kit/EmptyState.tsx'
import { LinkButton } from '../../../platform/ui/kit/LinkButton.tsx'
import { PageHeader } from '../../../platform/ui/kit/PageHeader.tsx'
import { usePageData } from '../../../platform/ui/page-data.ts'
import { pageTitle } from '../../../platform/ui/page-title.ts'
import { readFigures } from '../../landing/figures.ts'
import { totalOf } from '../totals.ts'
import { CartSkeleton } from './CartSkeleton.tsx'
import { clearCart, removeFromCart, useCart } from './cart-store.ts'
import { SumLine } from './SumLine.tsx'
import { useKnown } from './use-known.ts'

export const meta = pageTitle(() => ({ title: m.cart_title(), passing: true }))

/** What somebody has chosen, on the way to the checkout. */
export default function CartScreen() {
  const isKnown = useKnown()
  const cart = useCart()
  return (
    <>
      <PageHeader title={m.cart_title()}>{m.cart_about()}</PageHeader>
      {!isKnown ? <CartSkeleton /> : cart.length > 0 ? <Filled cart={cart} /> : <Empty />}
    </>
  )
}

function Filled({ cart }: { cart: readonly string[] }) {
  const price = readFigures(usePageData()).domain
  return (
    <Card className="flex flex-col gap-5">
      <ul aria-label={m.cart_domains()} className="divide-y divide-line">
        {cart.map((domain) => (
          <li key={domain} className="flex flex-wrap items-center justify-end gap-x-2 py-3 first:pt-0">
            <span className="min-w-0 flex-1 font-semibold wrap-anywhere max-sm:basis-44">{domain}</span>
            <span className="text-muted">{shownDollars(price)}</span>
            <Button
              variant="quiet"
              size="small"
              aria-label={m.cart_remove_name({ name: domain })}
              onClick={() => removeFromCart(domain)}
            >
              {m.cart_remove()}
            </Button>
          </li>
        ))}
      </ul>
      <dl>
        <SumLine strong name={m.cart_total()} amount={totalOf(cart.map(() => ({ price })))} />
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button variant="quiet" className="max-sm:order-last max-sm:w-full sm:-ml-4" onClick={clearCart}>
          {m.cart_clear()}
        </Button>
        <LinkButton to="/checkout" size="large" className="max-sm:w-full">
          {m.cart_checkout()}
        </LinkButton>
      </div>
    </Card>
  )
}

const Empty = () => (
  <EmptyState
    icon={ShoppingCart}
    title={m.cart_empty()}
    action={
      <LinkButton to="/search" reloadDocument>
        {m.cart_search()}
      </LinkButton>
    }
  />
)
