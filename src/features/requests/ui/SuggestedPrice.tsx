import { m } from '../../../paraglide/messages.js'
import { usePageData } from '../../../kit/page/page-data.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { termsOf } from '../../catalogue/ui/domain-terms.ts'
import { forTerm, TermPrice } from '../../catalogue/ui/price-terms.tsx'
import { itemPrice, monthsOfItem, productOf } from '../../products/item.ts'

/** What a suggested name costs by the price list, and for how long. */
export function SuggestedPrice({ name }: { name: string }) {
  const offers = readOffers(usePageData())
  const price = itemPrice(name, offers)
  return (
    <span className="text-sm font-normal">
      {price ? (
        <TermPrice
          price={price}
          term={productOf(name) === 'domain' ? termsOf(offers.renewal(name)) : forTerm(monthsOfItem(name))}
        />
      ) : (
        <span className="text-muted">{m.pricing_on_request()}</span>
      )}
    </span>
  )
}
