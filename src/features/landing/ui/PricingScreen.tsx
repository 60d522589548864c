import { m } from '../../../paraglide/messages.js'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { publicLinks, PublicPageHeader } from '../../../kit/page/PageHeader.tsx'
import { EndingPrices, OtherPrices, PlanPrices } from './PriceLists.tsx'
import { PublicPage } from './PublicPage.tsx'
import { priceStructure } from './structured-data.ts'

export const handle = { plain: true }
export const links = publicLinks

export const meta = pageTitle((page) => ({
  title: m.common_pricing(),
  description: m.pricing_description(),
  structure: priceStructure(page),
}))

/** All prices, visible before a sign-up. */
export default function PricingScreen() {
  return (
    <PublicPage>
      <div className="mx-auto flex max-w-page flex-col gap-14 px-4 pt-10 sm:px-6 md:pt-16">
        <PublicPageHeader title={m.common_pricing()}>{m.pricing_promotional()}</PublicPageHeader>
        <EndingPrices />
        <PlanPrices />
        <OtherPrices />
      </div>
    </PublicPage>
  )
}
