import { m } from '../../../paraglide/messages.js'
import { decimalTextOf, type Money } from '../../../shared/money/money.ts'
import type { PageData } from '../../../shared/pages.ts'
import { questions } from './Questions.tsx'
import { readOffers } from '../../catalogue/catalogue.ts'

/** The structured data of a page for search engines (schema.org). It contains only what the page shows too. */

const context = { '@context': 'https://schema.org' }

/** The business, and the search for names on its site. */
export const siteStructure = ({ business, site }: PageData) => ({
  ...context,
  '@graph': [
    {
      '@type': 'Organization',
      '@id': `${site}/#business`,
      name: business.name,
      url: `${site}/`,
      ...(business.email && { email: business.email }),
      ...(business.phone && { telephone: business.phone }),
      ...(business.address && { address: business.address }),
    },
    {
      '@type': 'WebSite',
      name: business.name,
      url: `${site}/`,
      publisher: { '@id': `${site}/#business` },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${site}/results?domain={name}` },
        'query-input': 'required name=name',
      },
    },
  ],
})

/** Everything with a price: endings for their first year, plans by the month and by the year. */
export function priceStructure(page: PageData) {
  const offers = readOffers(page)
  const offer = (name: string, price: Money) => ({
    '@type': 'Offer',
    price: decimalTextOf(price),
    priceCurrency: price.currency,
    itemOffered: { '@type': 'Service', name },
  })
  return {
    ...context,
    '@type': 'OfferCatalog',
    name: m.common_pricing(),
    itemListElement: [
      ...offers.shown.flatMap(({ ending, price }) => (price ? [offer(`.${ending}`, price)] : [])),
      ...offers.plans.flatMap(({ name, price }) => [
        offer(`${name} (${m.pricing_monthly()})`, price.monthly),
        offer(`${name} (${m.pricing_yearly()})`, price.yearly),
      ]),
    ],
  }
}

export const questionStructure = () => ({
  ...context,
  '@type': 'FAQPage',
  mainEntity: questions().map(([name, text]) => ({
    '@type': 'Question',
    name,
    acceptedAnswer: { '@type': 'Answer', text },
  })),
})
