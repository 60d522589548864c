import { m } from '../../../paraglide/messages.js'
import { usePageData } from '../../../kit/page/page-data.ts'
import { formatMoney } from '../../../shared/money/money.ts'
import { readOffers } from '../catalogue.ts'

/** The search for names with an ending. */
export const searchPath = (ending: string) => `/search?ending=${ending}`

/** The endings that the shop sells, under a heading: for screens that are empty without them. */
export function PopularEndings({ narrow = false }: { narrow?: boolean }) {
  return (
    <section aria-labelledby="popular-endings" className="mt-14">
      <h2 id="popular-endings" className="text-xl font-bold">
        {m.landing_endings()}
      </h2>
      <p className="mt-1 max-w-text text-muted">{m.landing_endings_text()}</p>
      <EndingPrices
        className={narrow ? 'mt-5 lg:grid-cols-3! sm:[&>:last-child:nth-child(3n+1)]:hidden' : 'mt-5'}
      />
    </section>
  )
}

/** The endings that the shop lists, with their prices; those without a price last. */
export function EndingPrices({ className }: { className: string }) {
  const { shown } = readOffers(usePageData())
  const sorted = [...shown.filter(({ price }) => price), ...shown.filter(({ price }) => !price)]
  return (
    <ul className={`grid grid-cols-2 gap-x-8 sm:grid-cols-3 lg:grid-cols-5 ${className}`}>
      {sorted.map(({ ending, price, renewal }) => (
        <li key={ending} className="border-t border-line">
          <a
            href={searchPath(ending)}
            className="group/ending flex h-full flex-wrap content-start items-baseline justify-between gap-x-2 rounded-control py-3 sm:block"
          >
            <b className="text-xl text-primary underline-offset-4 group-hover/ending:underline">.{ending}</b>
            {price ? (
              <>
                <span className="sm:mt-1 sm:block">
                  <b>{formatMoney(price)}</b>{' '}
                  <span className="text-sm text-muted">{m.results_first_year()}</span>
                </span>
                {renewal ? (
                  <span className="block text-sm text-muted">
                    {m.pricing_renewal({ price: formatMoney(renewal) })}
                  </span>
                ) : null}
              </>
            ) : (
              <span className="w-full text-sm text-muted sm:mt-1 sm:block sm:text-base">
                {m.results_ask_price()}
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}
