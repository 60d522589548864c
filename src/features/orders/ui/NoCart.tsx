import { ShoppingCart } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { EmptyState, ErrorState } from '../../../kit/list/list-states.tsx'
import { CartSkeleton } from './CartSkeleton.tsx'
import { useEmptyCart } from './use-cart-state.ts'

/** In place of a cart with nothing in it: that it is empty, once that is sure. */
export function NoCart({ action }: { action: ReactNode }) {
  const { isKnown, isError, error, isFetching, refetch } = useEmptyCart()
  if (isError)
    return (
      <ErrorState title={m.cart_failed()} onRetry={() => void refetch()} busy={isFetching}>
        {outageMessage(error)}
      </ErrorState>
    )
  if (!isKnown) return <CartSkeleton />
  return <EmptyState icon={ShoppingCart} title={m.cart_empty()} action={action} />
}
