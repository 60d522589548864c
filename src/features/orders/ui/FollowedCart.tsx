import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { cartApi } from './api.ts'
import { useSession } from '../../../client/session.ts'
import { followCart } from './cart-store.ts'

/**
 * Keeps this device's cart with a signed-in customer's: it joins at the log-in, follows the live log, and goes with
 * the log-out. The screens read the cart itself.
 */
export function FollowedCart({ account }: { account: string }) {
  useFollowedCart(account)
  return null
}

const never = () => () => {}

/** Keeps this device's cart with a signed-in customer's, and says how far that is. Nobody's is followed without one. */
const useFollowedCart = (account: string | undefined) =>
  useQuery({
    queryKey: cartApi.list.key(),
    queryFn: () => followCart(account!),
    enabled: account !== undefined,
  })

/**
 * Whether a cart that is empty here is empty: not while the page is as the server wrote it, and for a customer not
 * before the mirror has said so, for another device may have filled it.
 */
export function useEmptyCart() {
  const isRead = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const session = useSession()
  const { isPending, isError, error, isFetching, refetch } = useFollowedCart(
    session.status === 'signed-in' ? session.userId : undefined,
  )
  return {
    isKnown: isRead && session.status !== 'unknown' && !(session.status === 'signed-in' && isPending),
    isError: session.status === 'signed-in' && isError,
    error,
    isFetching,
    refetch,
  }
}
