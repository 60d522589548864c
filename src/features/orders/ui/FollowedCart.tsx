import { useFollowedCart } from './use-cart-state.ts'

/**
 * Keeps this device's cart with a signed-in customer's: it joins at the log-in, follows the live log, and goes with
 * the log-out. The screens read the cart itself.
 */
export function FollowedCart({ account }: { account: string }) {
  useFollowedCart(account)
  return null
}
