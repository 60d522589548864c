import { m } from '../../../paraglide/messages.js'
import { formatMoney, type Money } from '../../../shared/money.ts'
import { usePageData } from '../../../kit/page/page-data.ts'
import { endingsOf, readPrices } from '../../catalogue/catalogue.ts'

/** A domain's price for each ending, and the promotional figure beside the one it belongs to. */
export function EndingPrices() {
  const page = usePageData()
  const { domain, comFrom, renewal } = readPrices(page)
  return (
    <section aria-labelledby="endings">
      <h2 id="endings" className="text-2xl font-black">
        {m.pricing_domains()}
      </h2>
      <p className="mt-1 text-muted">{m.pricing_domains_text()}</p>
      <ul className="mt-5 grid gap-x-8 sm:grid-cols-2 md:grid-cols-3">
        {endingsOf(page).searched.map((ending) => (
          <li
            key={ending}
            className="flex flex-wrap content-start items-baseline justify-between gap-x-3 border-b border-line py-3"
          >
            <span className="text-xl font-bold">.{ending}</span>
            <span>{m.pricing_first_year({ price: formatMoney(domain) })}</span>
            <span className="w-full text-sm text-muted">
              {renewalWords(renewal(ending))}
              {ending === 'com' ? ` ${m.pricing_com_from({ price: formatMoney(comFrom) })}` : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const renewalWords = (price: Money | undefined) =>
  price === undefined ? m.pricing_renewal_on_request() : m.pricing_renewal({ price: formatMoney(price) })
