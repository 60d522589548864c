import { type MetaArgs, useLocation } from 'react-router'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { ReviewPanel } from '../../requests/ui/review/ReviewPanel.tsx'
import { productList } from './products.ts'
import { reviewTexts } from '../../requests/ui/review/review-texts.ts'

/** The product whose queue a URL shows. `src/routes.ts` defines one route for each. */
const productAt = (pathname: string) =>
  productList.find(({ screens }) => screens.admin === pathname.replace(/\/$/, ''))!

export const handle = {
  firstCalls: (pathname: string) => [`/api/admin/${productAt(pathname).name}-requests?limit=25&total=true`],
}

export const meta = (page: MetaArgs) =>
  pageTitle(() => ({ title: reviewTexts[productAt(page.location.pathname).name].title() }))(page)

/** The admins' queue of one product's requests. */
export default function ReviewScreen() {
  const product = productAt(useLocation().pathname)
  return <ReviewPanel key={product.name} product={product} />
}
