import { Check, ShoppingCart } from 'lucide-react'
import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Button, buttonClasses } from '../../../kit/Button.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { MOST_IN_CART } from '../cart.ts'
import { addToCart, useCart } from './cart-store.ts'
import { itemTitle } from './order-parts.tsx'

interface AddToCartProps {
  item: string
  size?: 'small' | 'medium'
  variant?: 'primary' | 'secondary'
  className?: string
  disabled?: boolean
}

/** Adds an item to the cart. For an item that is in it, a link to the cart. */
export function AddToCart({ item, size = 'medium', variant, className = '', disabled }: AddToCartProps) {
  const name = itemTitle(item)
  if (useCart().includes(item))
    return (
      <Link
        to="/cart"
        aria-label={m.results_in_cart_of({ name })}
        className={buttonClasses('quiet', size, className)}
      >
        <Check aria-hidden className="size-4" />
        {m.results_in_cart()}
      </Link>
    )
  return (
    <Button
      variant={variant}
      size={size}
      disabled={disabled}
      aria-label={m.results_add_of({ name })}
      className={className}
      onClick={() => {
        if (addToCart(item)) toast.confirmation(m.results_added({ domain: name }))
        else toast.error(m.cart_full({ count: MOST_IN_CART }))
      }}
    >
      <ShoppingCart aria-hidden className="size-4" />
      {m.results_add()}
    </Button>
  )
}
