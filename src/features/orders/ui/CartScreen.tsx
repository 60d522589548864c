import { m } from '../../../paraglide/messages.js'
import { shownDollars } from '../../../shared/money.ts'
import { Button, LinkButton } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { readFigures } from '../../catalogue/figures.ts'
import { totalOf } from '../totals.ts'
import { clearCart, removeFromCart, useCart } from './cart-store.ts'
import { NoCart } from './NoCart.tsx'
import { SumLine } from './SumLine.tsx'

export const meta = pageTitle(() => ({ title: m.cart_title(), noIndex: true }))

/** What somebody has chosen, on the way to the checkout. */
export default function CartScreen() {
  const cart = useCart()
  return (
    <>
      <PageHeader title={m.cart_title()}>{m.cart_about()}</PageHeader>
      {cart.length > 0 ? <Filled cart={cart} /> : <NoCart action={<Search />} />}
    </>
  )
}

function Filled({ cart }: { cart: readonly string[] }) {
  const price = readFigures(usePageData()).domain
  return (
    <Card className="flex flex-col gap-5">
      <ul aria-label={m.cart_domains()} className="divide-y divide-line">
        {cart.map((domain) => (
          <li key={domain} className="flex flex-wrap items-center gap-x-4 py-3 first:pt-0">
            <span className="min-w-0 shrink grow basis-auto font-semibold wrap-anywhere sm:basis-40">
              {domain}
            </span>
            <span className="-mr-3 ml-auto flex items-center gap-x-2">
              <span className="text-muted">{shownDollars(price)}</span>
              <Button
                variant="quiet"
                size="small"
                aria-label={m.cart_remove_name({ name: domain })}
                onClick={() => removeFromCart(domain)}
              >
                {m.cart_remove()}
              </Button>
            </span>
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

const Search = () => (
  <LinkButton to="/search" reloadDocument>
    {m.cart_search()}
  </LinkButton>
)
