import { m } from '../../../paraglide/messages.js'
import type { Request } from './api.ts'
import { Feedback } from './Offer.tsx'
import type { Product } from './product.ts'
import { SupportWays } from '../../payments/ui/SupportWays.tsx'

/** It is done: what the customer has now, and where to turn with it. */
export function Congratulation({ product, request }: { product: Product; request: Request }) {
  const { words } = product
  return (
    <>
      {words.activeHeading ? <p className="text-lg font-bold">{words.activeHeading()}</p> : null}
      <p className="font-semibold wrap-anywhere">{words.congratulation({ name: product.nameOf(request) })}</p>
      <Feedback text={request.admin_feedback} />
      <p className="text-muted">{m.requests_support_note()}</p>
      <SupportWays about={`${words.request()} - ${product.nameOf(request)}`} />
    </>
  )
}
