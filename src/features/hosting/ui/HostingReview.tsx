import { m } from '../../../paraglide/messages.js'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { ReviewPanel } from '../../requests/ui/review/ReviewPanel.tsx'
import { hostingProduct } from './hosting-product.ts'

export const meta = pageTitle(() => ({ title: m.hosting_review_title() }))

/** The admins' queue of hosting requests. */
export default function HostingReview() {
  return <ReviewPanel product={hostingProduct} />
}
