import { m } from '../../../paraglide/messages.js'
import type { Request } from './api.ts'
import { Feedback } from './Offer.tsx'
import { useOwnNames } from './own-names.ts'
import type { Product } from './product.ts'
import { RequestThis } from './RequestThis.tsx'

/** What the admin offers instead; each can be requested with a press. */
export function SuggestedNames({ product, request }: { product: Product; request: Request }) {
  const names = useOwnNames(product, true)
  return (
    <>
      <p className="font-semibold">{product.words.suggested?.()}</p>
      <ul aria-label={m.requests_suggestions()}>
        {request.suggestions?.map((name) => (
          <RequestThis
            key={name}
            product={product}
            name={name}
            taken={
              names.owns(name) ? m.requests_yours() : names.requested(name) ? m.requests_requested() : null
            }
          />
        ))}
      </ul>
      <Feedback text={request.admin_feedback} />
    </>
  )
}
