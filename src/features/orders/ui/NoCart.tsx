import { ShoppingCart } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../../paraglide/messages.js'
import { outageWords } from '../../../client/failure-words.ts'
import { EmptyState } from '../../../kit/EmptyState.tsx'
import { ErrorState } from '../../../kit/ErrorState.tsx'
import { CartSkeleton } from './CartSkeleton.tsx'
import { useEmptyCart } from './use-cart-state.ts'

/** In place of a cart with nothing in it: that it is empty, once that is sure. */
export function NoCart({ action }: { action: ReactNode }) {
  const { isKnown, isError, error, isFetching, refetch } = useEmptyCart()
  if (isError)
    return (
      <ErrorState title={m.cart_failed()} onRetry={() => void refetch()} busy={isFetching}>
        {outageWords(error)}
      </ErrorState>
    )
  if (!isKnown) return <CartSkeleton />
  return <EmptyState icon={ShoppingCart} title={m.cart_empty()} action={action} />
}
