import { Check, ShoppingCart } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { buttonClasses, Spinner } from '../../../kit/Button.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { formatMoney } from '../../../shared/money/money.ts'
import { OutcomeBadge } from '../../availability/ui/OutcomeBadge.tsx'
import { furtherTerms } from '../../catalogue/ui/domain-terms.ts'
import { readOffers } from '../../catalogue/catalogue.ts'

/** What the script of the live answers knows of the shop, as JSON in the page. Prices are as they are shown. */
export interface LiveMarket {
  searched: string[]
  country: string
  /** Every ending that is sold, with its price and its terms; null for "price on request". */
  endings: Record<string, [price: string, terms: string, further: string] | null>
}

/**
 * The list of the live answers. Hidden until `live-answers.ts` has something to show: it copies the row of the template
 * for each name, and the row's `data-state` selects the elements (theme.css).
 */
export function LiveAnswers() {
  return (
    <div
      id="answers"
      hidden
      data-market={JSON.stringify(useLiveMarket())}
      data-checking={m.landing_answers_checking()}
      data-done={m.landing_answers_done()}
      data-full={m.landing_answers_full()}
      data-added={m.results_added({ domain: '#' })}
      className="mt-4"
    >
      <p role="status" className="text-sm text-muted" />
      <ul aria-label={m.results_title()} className="mt-1 border-t border-line" />
      <template>
        <Row />
      </template>
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

function useLiveMarket(): LiveMarket {
  const page = usePageData()
  const { searched, endings, domain, renewal } = readOffers(page)
  const termsFor = (ending: string): LiveMarket['endings'][string] => {
    const price = domain(`x.${ending}`)
    return price ? [formatMoney(price), m.results_first_year(), furtherTerms(renewal(`x.${ending}`))] : null
  }
  return {
    searched,
    country: page.business.country,
    endings: Object.fromEntries(endings.map((ending) => [ending, termsFor(ending)])),
  }
}

/** A row with all that it can show. `#` stands for the name. */
const Row = () => (
  <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line py-2">
    <span className="min-w-0 text-lg wrap-anywhere">
      <span data-label />
      <b data-ending />
    </span>
    <span data-when="loading" className="gap-2 text-sm text-muted">
      <Spinner /> {m.landing_answers_checking()}
    </span>
    <span data-when="buy" className="grow flex-wrap items-center justify-end gap-x-3 max-sm:w-full">
      <OutcomeBadge outcome="free" />
      <span className="text-sm text-muted max-sm:ml-auto">
        <b data-price className="text-base text-ink" /> <span data-terms className="max-sm:sr-only" />
      </span>
      <button
        type="button"
        data-about={m.results_add_of({ name: '#' })}
        className={buttonClasses('primary', 'small', 'shrink-0')}
      >
        <ShoppingCart aria-hidden className="size-4" />
        {m.results_add()}
      </button>
      <span data-further className="mt-0.5 w-full text-right text-sm text-muted empty:hidden" />
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
    <span data-when="unclear" className="flex-wrap items-center gap-3">
      <OutcomeBadge outcome="unclear" />
      <a
        href="/results"
        data-ask
        data-about={m.requests_request_name({ name: '#' })}
        className={buttonClasses('quiet', 'small')}
      >
        {m.requests_request_this()}
      </a>
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
