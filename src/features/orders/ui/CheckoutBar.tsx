import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { LinkButton } from '../../../kit/Button.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { SumPrice } from '../../catalogue/ui/price-sums.tsx'
import { itemPrice, monthsOfItem } from '../../products/item.ts'
import { useCart } from './cart-store.ts'
import { itemTitle } from './order-parts.tsx'

/** What is in the cart and the way to the checkout, at the bottom of a screen that fills the cart. */
export function CheckoutBar() {
  const cart = useCart()
  const offers = readOffers(usePageData())
  if (cart.length === 0) return null
  const priced = cart.flatMap((item) => {
    const price = itemPrice(item, offers)
    return price ? [{ price, months: monthsOfItem(item) }] : []
  })
  return (
    <aside
      aria-label={m.cart_title()}
      className="sticky bottom-4 z-10 mt-8 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-card px-4 py-3 shadow-soft"
    >
      <p className="min-w-0 flex-1 basis-60">
        <Link to="/cart" className="font-semibold underline underline-offset-4">
          {m.cart_count({ count: cart.length })}
        </Link>{' '}
        ·{' '}
        <span className="font-bold">
          <SumPrice lines={priced} currency={offers.currency} />
        </span>
        <span className="block truncate text-sm text-muted">
          {[...cart].reverse().map(itemTitle).join(', ')}
        </span>
      </p>
      <LinkButton to="/checkout">{m.cart_checkout()}</LinkButton>
    </aside>
  )
}
