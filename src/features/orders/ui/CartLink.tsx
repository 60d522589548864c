import { ShoppingCart } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'

/** The link to the cart, with the number of names in it if known. */
export function CartLink({ count }: { count: number }) {
  return (
    <a
      href="/cart"
      aria-label={count ? m.site_cart_count({ count }) : m.site_cart()}
      className="relative inline-flex size-10 touch items-center justify-center rounded-control text-primary hover:bg-well"
    >
      <ShoppingCart aria-hidden className="size-5" />
      {count ? (
        <span
          aria-hidden
          className="absolute top-0 right-0 min-w-5 rounded-full bg-accent px-1 text-center text-sm leading-5 font-bold text-on-accent"
        >
          {count}
        </span>
      ) : null}
    </a>
  )
}
