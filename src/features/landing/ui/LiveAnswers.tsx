import { Check, ShoppingCart } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { buttonClasses, Spinner } from '../../../kit/Button.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { formatMoney } from '../../../shared/money/money.ts'
import { OutcomeBadge } from '../../availability/ui/OutcomeBadge.tsx'
import { readOffers } from '../../catalogue/catalogue.ts'

/**
 * A row for each searched ending with all that it can show. Hidden until `live-answers.ts` has something to show: each
 * row's `data-state` selects the elements (theme.css).
 */
export function LiveAnswers() {
  const { searched, domain: priceOf } = readOffers(usePageData())
  return (
    <div
      id="answers"
      hidden
      data-checking={m.landing_answers_checking()}
      data-done={m.landing_answers_done()}
      data-full={m.landing_answers_full()}
      data-added={m.results_added({ domain: '#' })}
      className="mt-4"
    >
      <p role="status" className="text-sm text-muted" />
      <ul aria-label={m.results_title()} className="mt-1 border-t border-line">
        {searched.map((ending) => {
          const price = priceOf(`x.${ending}`)
          return (
            <li
              key={ending}
              data-ending={ending}
              data-price={price && price.amount}
              className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line py-2"
            >
              <span className="min-w-0 text-lg wrap-anywhere">
                <span data-label />
                <b>.{ending}</b>
              </span>
              <span data-when="loading" className="gap-2 text-sm text-muted">
                <Spinner /> {m.landing_answers_checking()}
              </span>
              <span data-when="buy" className="items-center gap-3 max-sm:w-full">
                <OutcomeBadge outcome="free" />
                <span className="text-sm text-muted max-sm:ml-auto">
                  <b className="text-base text-ink">{price ? formatMoney(price) : null}</b>{' '}
                  <span className="max-sm:sr-only">{m.results_first_year()}</span>
                </span>
                <button
                  type="button"
                  data-about={m.results_add_of({ name: '#' })}
                  className={buttonClasses('primary', 'small')}
                >
                  <ShoppingCart aria-hidden className="size-4" />
                  {m.results_add()}
                </button>
              </span>
              <span data-when="ask ask-price" className="items-center gap-3">
                <OutcomeBadge outcome="free" />
                <a
                  href="/results"
                  data-ask
                  data-about={m.results_ask_price_of({ name: '#' })}
                  className={buttonClasses('secondary', 'small')}
                >
                  {m.results_ask_price()}
                </a>
              </span>
              <span data-when="gone">
                <OutcomeBadge outcome="gone" />
              </span>
              <span data-when="unclear">
                <OutcomeBadge outcome="unclear" />
              </span>
              <a
                href="/cart"
                data-when="in-cart"
                data-about={m.results_in_cart_of({ name: '#' })}
                className={buttonClasses('quiet', 'small')}
              >
                <Check aria-hidden className="size-4" />
                {m.results_in_cart()}
              </a>
            </li>
          )
        })}
      </ul>
      <p className="mt-3 flex flex-wrap gap-3">
        <a
          href="/results"
          data-results
          className="inline-flex touch items-center font-semibold text-primary underline underline-offset-4"
        >
          {m.landing_answers_more()}
        </a>
      </p>
    </div>
  )
}
