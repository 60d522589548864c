import { m } from '../../../paraglide/messages.js'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { ReviewPanel } from '../../requests/ui/review/ReviewPanel.tsx'
import { emailProduct } from './email-product.ts'

export const meta = pageTitle(() => ({ title: m.emails_review_title() }))

/** The admins' queue of e-mail requests. */
export default function EmailReview() {
  return <ReviewPanel product={emailProduct} />
}
