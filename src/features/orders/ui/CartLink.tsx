import { ShoppingCart } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'

/** The link to the cart, with the number of items in it. On pages without the application a script enters the number. */
export function CartLink({ count }: { count: number }) {
  return (
    <a
      href="/cart"
      aria-label={count ? m.site_cart_count({ count }) : m.site_cart()}
      data-cart={m.site_cart_count({ count: '#' })}
      className="relative inline-flex size-10 touch items-center justify-center rounded-control text-primary hover:bg-well"
    >
      <ShoppingCart aria-hidden className="size-5" />
      <span
        aria-hidden
        hidden={count === 0}
        className="absolute top-0 right-0 min-w-5 rounded-full bg-accent px-1 text-center text-sm leading-5 font-bold text-on-accent"
      >
        {count}
      </span>
    </a>
  )
}
