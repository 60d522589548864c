import { Copyable } from '../Copyable.tsx'

/** The address of this shop, to be handed on: the next step where nobody has come yet. */
export const ShopAddress = () => (
  <p className="font-semibold text-ink">
    <Copyable text={window.location.origin} />
  </p>
)
