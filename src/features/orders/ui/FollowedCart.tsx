import { useQuery } from '@tanstack/react-query'
import { useIsHydrated } from '../../../kit/page/hydrated.ts'
import { cartApi } from './orders.api.ts'
import { useSession } from '../../../client/session/session.ts'
import { synchronizeCart } from './cart-store.ts'

/**
 * Synchronizes this device's cart with a signed-in customer's: at the log-in and with each live event. The screens read
 * the cart from `cart-store.ts`.
 */
export function FollowedCart({ account }: { account: string }) {
  useSynchronizedCart(account)
  return null
}

/** Synchronizes the cart of an account. Does nothing without one. */
const useSynchronizedCart = (account: string | undefined) =>
  useQuery({
    queryKey: cartApi.list.key(),
    queryFn: () => synchronizeCart(account!),
    enabled: account !== undefined,
  })

/**
 * Whether the cart is known to be empty. It is unknown during hydration. For a customer it is unknown until the
 * server's cart is fetched, because another device may have changed it.
 */
export function useEmptyCart() {
  const isHydrated = useIsHydrated()
  const session = useSession()
  const { isPending, isError, error, isFetching, refetch } = useSynchronizedCart(
    session.status === 'signed-in' ? session.userId : undefined,
  )
  return {
    isKnown: isHydrated && session.status !== 'unknown' && !(session.status === 'signed-in' && isPending),
    isError: session.status === 'signed-in' && isError,
    error,
    isFetching,
    refetch,
  }
}
