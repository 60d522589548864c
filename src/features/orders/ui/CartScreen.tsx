import { ShoppingCart } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { formatMoney } from '../../../shared/money/money.ts'
import { sumOfPrices } from '../../catalogue/sums.ts'
import { Button, LinkButton } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { termsText } from '../../catalogue/ui/price-sums.tsx'
import { forTerm } from '../../catalogue/ui/price-terms.tsx'
import { termsOf } from '../../catalogue/ui/domain-terms.ts'
import { PopularEndings } from '../../catalogue/ui/EndingPrices.tsx'
import { productFacts } from '../../products/products.data.ts'
import { itemPrice, monthsOfItem, productOf } from '../../products/item.ts'
import { clearCart, removeFromCart, useCart } from './cart-store.ts'
import { itemTitle, SumLine } from './order-parts.tsx'
import { outageMessage } from '../../../client/error-messages.ts'
import { EmptyState, ErrorState } from '../../../kit/list/list-states.tsx'
import { useEmptyCart } from './FollowedCart.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'

export const meta = pageTitle(() => ({ title: m.cart_title(), noIndex: true }))

/** The items in the cart, with their sum and the link to the checkout. */
export default function CartScreen() {
  const cart = useCart()
  return (
    <>
      <PageHeader
        title={m.cart_title()}
        actions={cart.length > 0 ? <SearchLink variant="secondary" /> : null}
      >
        {cart.length > 0 ? m.cart_about() : null}
      </PageHeader>
      {cart.length > 0 ? <CartContents cart={cart} /> : <EmptyCart action={<SearchLink />} />}
      <PopularEndings narrow />
    </>
  )
}

function CartContents({ cart }: { cart: readonly string[] }) {
  const offers = readOffers(usePageData())
  const priced = cart.flatMap((item) => {
    const price = itemPrice(item, offers)
    return price ? [{ price, months: monthsOfItem(item) }] : []
  })
  return (
    <Card className="flex flex-col gap-5">
      <ul aria-label={m.cart_domains()} className="divide-y divide-line">
        {cart.map((item) => (
          <li key={item} className="flex flex-wrap items-center gap-x-4 py-3 first:pt-0">
            <span className="min-w-0 shrink grow basis-auto font-semibold wrap-anywhere sm:basis-40">
              {itemTitle(item)}
            </span>
            <span className="-mr-3 ml-auto flex items-center gap-x-2">
              <LinePrice item={item} />
              <Button
                variant="quiet"
                size="small"
                aria-label={m.common_remove_name({ name: itemTitle(item) })}
                onClick={() => removeFromCart(item)}
              >
                {m.common_remove()}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <dl>
        <SumLine
          strong
          name={m.common_total()}
          amount={sumOfPrices(priced, offers.currency)}
          term={termsText(priced, offers.currency)}
        />
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

/** The price of an item, or the link that asks for one. */
function LinePrice({ item }: { item: string }) {
  const offers = readOffers(usePageData())
  const price = itemPrice(item, offers)
  if (price)
    return (
      <span className="text-right text-muted">
        {formatMoney(price)}
        <span className="block text-sm">
          {productOf(item) === 'domain' ? termsOf(offers.renewal(item)) : forTerm(monthsOfItem(item))}
        </span>
      </span>
    )
  return (
    <Link
      to={`${productFacts[productOf(item)].screens.customer}?name=${item}`}
      aria-label={m.results_ask_price_of({ name: item })}
      className="font-semibold text-primary underline underline-offset-4"
    >
      {m.results_ask_price()}
    </Link>
  )
}

const SearchLink = ({ variant }: { variant?: 'secondary' }) => (
  <LinkButton to="/search" reloadDocument {...(variant && { variant })}>
    {m.cart_search()}
  </LinkButton>
)

/** Shown without domains: the cart is empty, is loading, or can't be fetched. */
export function EmptyCart({ action }: { action: ReactNode }) {
  const { isKnown, isError, error, isFetching, refetch } = useEmptyCart()
  if (isError)
    return (
      <ErrorState title={m.cart_failed()} query={{ refetch, isFetching }}>
        {outageMessage(error)}
      </ErrorState>
    )
  if (!isKnown) return <CartSkeleton />
  return <EmptyState icon={ShoppingCart} title={m.cart_empty()} action={action} />
}

/** The placeholder of a cart while it loads, as high as an empty one. */
function CartSkeleton() {
  return (
    <Card aria-busy className="flex min-h-52 flex-col gap-5">
      <span role="status" className="sr-only">
        {m.kit_loading()}
      </span>
      <Skeleton className="h-6 w-3/5" />
      <Skeleton className="h-6 w-2/5" />
      <Skeleton className="ml-auto h-8 w-24" />
    </Card>
  )
}
