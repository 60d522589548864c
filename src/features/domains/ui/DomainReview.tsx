import { m } from '../../../paraglide/messages.js'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { ReviewPanel } from '../../requests/ui/review/ReviewPanel.tsx'
import { domainProduct } from './domain-product.ts'

export const meta = pageTitle(() => ({ title: m.domains_review_title() }))

/** The admins' queue of domain requests. */
export default function DomainReview() {
  return <ReviewPanel product={domainProduct} />
}
