import { useQuery } from '@tanstack/react-query'
import { api } from '../../../main/api.ts'
import { followCart } from './cart-store.ts'

/**
 * Keeps this device's cart with a signed-in customer's: it joins at the log-in, follows the live log, and goes with
 * the log-out. The screens read the cart itself.
 */
export function FollowedCart({ account }: { account: string }) {
  useQuery({ queryKey: api.cart.list.key(), queryFn: () => followCart(account) })
  return null
}
