import { useQuery } from '@tanstack/react-query'
import { Globe, Hourglass, Lightbulb, type LucideIcon, ShoppingBag, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ownInsightsApi } from './own-insights.api.ts'
import { breakable } from '../../../kit/Copyable.tsx'
import { perTerm } from '../../catalogue/ui/price-rates.tsx'
import { SumPrices } from '../../catalogue/ui/price-sums.tsx'
import { forTerm } from '../../catalogue/ui/price-terms.tsx'
import { m } from '../../../paraglide/messages.js'
import { formatDecimal } from '../../../shared/money/money.ts'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { LinkButton } from '../../../kit/Button.tsx'
import { rowAnchor } from '../../../kit/page/scroll-to-hash.ts'
import { FormattedDate, useNow } from '../../../kit/dates.tsx'
import { billTitle } from '../../money/ui/charges/bill-title.ts'
import { products } from '../../product-screens/ui/products.ts'

type Need = Awaited<ReturnType<typeof ownInsightsApi.needs.call>>['items'][number]

/** The customer's open tasks, most urgent first, each with one button. Renders nothing without tasks. */
export function Needs() {
  const { data, isError, isFetching, refetch } = useQuery(ownInsightsApi.needs.queryOptions())
  // A failure is shown. An empty section would mean that nothing has to be paid.
  if (isError && !data)
    return (
      <div className="mb-8">
        <ErrorState title={m.needs_failed()} query={{ refetch, isFetching }} />
      </div>
    )
  if (!data?.items.length) return null
  return (
    <section className="mb-8">
      <h2 className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 text-xl font-bold">
        {m.needs_heading()}
        <ToPay needs={data.items} />
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-card">
        {data.items.map((need, index) => (
          <li
            key={`${need.type} ${need.id}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:gap-x-4 sm:px-6 sm:py-4"
          >
            <NeedOf need={need} isFirst={index === 0} />
          </li>
        ))}
      </ul>
      {data.items.filter(({ type }) => type === 'expiry').length > 1 ? (
        <p className="mt-3">
          <Link to="/dashboard/renew" className="underline underline-offset-4">
            {m.renewals_several()}
          </Link>
        </p>
      ) : null}
    </section>
  )
}

/** How many of the tasks are to pay, and the sum of each currency. */
function ToPay({ needs }: { needs: Need[] }) {
  const due = needs.flatMap(({ type, amount, currency, months }) =>
    amount === null || type === 'expiry' ? [] : [{ amount, currency, months }],
  )
  return due.length > 1 ? (
    <span className="text-base font-normal text-muted">
      {m.needs_to_pay({ count: due.length })}
      <SumPrices amounts={due} />
    </span>
  ) : null
}

const icons: Record<Need['type'], LucideIcon> = {
  offer: Wallet,
  transfer: Globe,
  order: ShoppingBag,
  expiry: Hourglass,
  suggestions: Lightbulb,
}

/** The first task has the one primary button of the list. */
function NeedOf({ need, isFirst }: { need: Need; isFirst: boolean }) {
  const Icon = icons[need.type]
  const { text, act } = useWordsOf(need)
  const title = billTitle({ kind: need.kind ?? 'order', subject: need.subject })
  return (
    <>
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-well text-primary max-sm:hidden">
        <Icon aria-hidden className="size-5" />
      </span>
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-semibold wrap-anywhere">{breakable(title)}</span>
        <span className="block text-muted wrap-anywhere">{text}</span>
      </span>
      <LinkButton
        to={placeOfNeed(need)}
        variant={isFirst ? 'primary' : 'secondary'}
        className="ml-auto max-sm:px-3"
      >
        {act}
        <span className="sr-only">: {title}</span>
      </LinkButton>
    </>
  )
}

/** Where the task is done: the page to pay on, otherwise its row on its screen. */
const placeOfNeed = ({ kind, type, id, reference }: Need) =>
  reference
    ? `/dashboard/payments/${reference}`
    : kind
      ? products[kind].screens.customer + rowAnchor(type === 'expiry' ? 'service' : 'request', id)
      : `/dashboard/orders/${id}`

function useWordsOf(need: Need): {
  text: ReactNode
  act: string
} {
  const { type, amount, months, currency, overdue, suggestions, expires_at, renewal } = need
  const now = useNow()
  const money = formatDecimal(amount ?? 0, currency)
  const pay = m.needs_pay({ amount: money })
  const withTerm = (text: string) => (months === null ? text : `${money} ${forTerm(months)}. ${text}`)
  const hasExpired = expires_at !== null && Date.parse(expires_at) <= now
  const expiry = expires_at ? (
    <span className={hasExpired ? 'text-danger' : ''}>
      {hasExpired ? m.needs_expired() : m.needs_expires()} <FormattedDate at={expires_at} />
    </span>
  ) : null
  if (type === 'offer') {
    const text = withTerm(overdue ? m.needs_overdue() : m.needs_offer())
    return {
      text: expiry ? (
        <>
          {expiry} · {text}
        </>
      ) : (
        text
      ),
      act: pay,
    }
  }
  if (type === 'transfer') return { text: m.needs_transfer(), act: m.needs_look() }
  if (type === 'order') return { text: withTerm(m.needs_order()), act: pay }
  if (type === 'suggestions')
    return { text: breakable(m.needs_suggestions({ names: suggestions.join(', ') })), act: m.needs_choose() }
  return {
    text: (
      <>
        {expiry}
        {' · '}
        {amount === null
          ? m.needs_renewal_on_request()
          : m.needs_renewal_price({ price: `${money} ${perTerm(months)}` })}
      </>
    ),
    act: renewal ? m.needs_renew() : m.needs_look(),
  }
}
