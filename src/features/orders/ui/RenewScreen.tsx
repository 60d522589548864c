import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { failureReason, refusalCode } from '../../../client/error-messages.ts'
import { useAct } from '../../../client/form/act.ts'
import { useIdempotencyKeys } from '../../../client/idempotency-keys.ts'
import { Button } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { FormattedDate, useNow } from '../../../kit/dates.tsx'
import { EmptyState, ErrorState } from '../../../kit/list/list-states.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { CardSkeletons } from '../../../kit/Skeleton.tsx'
import { addMonths } from '../../../shared/calendar.ts'
import { formatDecimal, type Money, moneyFromDecimal } from '../../../shared/money/money.ts'
import { sumOfPrices } from '../../catalogue/sums.ts'
import { termsText } from '../../catalogue/ui/price-sums.tsx'
import { forTerm, TermPrice } from '../../catalogue/ui/price-terms.tsx'
import { monthsOfItem } from '../../products/item.ts'
import { MOST_RENEWED } from '../order.ts'
import type { RenewableState } from '../orders.contract.ts'
import { itemTitle, SumLine } from './order-parts.tsx'
import { ordersApi } from './orders.api.ts'
import { YearsSelect } from './YearsSelect.tsx'

export const handle = { firstCalls: () => ['/api/renewals'] }

export const meta = pageTitle(() => ({ title: m.renewals_title() }))

type Renewable = Awaited<ReturnType<typeof ordersApi.renewable.call>>['items'][number]

/** Renews what expires soon, as many services as the customer wants with one order and one payment. */
export default function RenewScreen() {
  const query = useQuery(ordersApi.renewable.queryOptions())
  return (
    <>
      <PageHeader title={m.renewals_title()}>{m.renewals_about()}</PageHeader>
      {query.data ? (
        query.data.items.length ? (
          <Renewals items={query.data.items} />
        ) : (
          <EmptyState icon={RefreshCw} title={m.renewals_none()}>
            {m.renewals_none_about()}
          </EmptyState>
        )
      ) : query.isError ? (
        <ErrorState title={m.renewals_list_failed()} query={query}>
          {failureReason(query.error, { texts: {} })}
        </ErrorState>
      ) : (
        <CardSkeletons />
      )}
    </>
  )
}

function Renewals({ items }: { items: Renewable[] }) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [years, setYears] = useState<Record<string, number>>({})
  const navigate = useNavigate()
  const keyFor = useIdempotencyKeys()
  const open = items.filter(({ state }) => state === 'open')
  const chosen = open.filter(({ id }) => !left.has(id)).slice(0, MOST_RENEWED)
  const yearsOf = ({ id }: Renewable) => years[id] ?? 1
  const prices = chosen.map((one) => ({
    price: priceOf(one, yearsOf(one))!,
    months: monthsOfItem(one.item, yearsOf(one)),
  }))
  const renew = useAct({
    send() {
      const input = { items: chosen.map((one) => ({ service: one.id, years: yearsOf(one) })) }
      return ordersApi.renew.call(input, { context: { idempotencyKey: keyFor(input) } })
    },
    done: m.renewals_ordered(),
    onDone: ({ id }) => navigate(`/dashboard/orders/${id}`),
    failure: (error) =>
      refusalCode(error) === 'NOT_RENEWABLE'
        ? m.renewals_changed()
        : `${m.renewals_failed()} ${failureReason(error, { texts: {} })}`,
    stale: [ordersApi.renewable.key()],
  })
  const choose = (ids: string[], isChosen: boolean) =>
    setLeft((before) => {
      const after = new Set(before)
      for (const id of ids)
        if (isChosen) after.delete(id)
        else after.add(id)
      return after
    })
  return (
    <Card className="flex flex-col gap-5">
      <ul aria-label={m.renewals_title()} className="divide-y divide-line">
        {open.length > 1 ? (
          <li className="pb-3">
            <label className="flex items-center gap-3 text-muted">
              <input
                type="checkbox"
                className={checkboxClasses}
                checked={chosen.length === open.length}
                onChange={(event) =>
                  choose(
                    open.map(({ id }) => id),
                    event.target.checked,
                  )
                }
              />
              {m.renewals_all()}
            </label>
          </li>
        ) : null}
        {items.map((one) => (
          <RenewalLine
            key={one.id}
            renewable={one}
            isChosen={one.state === 'open' && !left.has(one.id)}
            onChoose={(isChosen) => choose([one.id], isChosen)}
            years={yearsOf(one)}
            onYears={(count) => setYears({ ...years, [one.id]: count })}
          />
        ))}
      </ul>
      {open.length ? (
        <>
          <dl>
            <SumLine
              strong
              name={m.common_total()}
              amount={sumOfPrices(prices, items[0]!.currency)}
              term={termsText(prices, items[0]!.currency)}
            />
          </dl>
          <Button
            size="large"
            className="w-full"
            disabled={!chosen.length}
            busy={renew.isPending || renew.isSuccess}
            onClick={() => renew.mutate()}
          >
            {m.renewals_order({ count: chosen.length })}
          </Button>
          <p className="text-sm text-muted">{m.renewals_next()}</p>
        </>
      ) : items.some(({ state }) => state === 'on-request') ? (
        <p className="text-muted">
          {m.renewals_unpriced()}{' '}
          <Link to="/dashboard/livechat" className="underline underline-offset-4">
            {m.renewals_ask()}
          </Link>
        </p>
      ) : null}
    </Card>
  )
}

const checkboxClasses = 'size-5 shrink-0 accent-primary'

const priceOf = ({ price, currency }: Renewable, years: number): Money | null => {
  if (price === null) return null
  const one = moneyFromDecimal(price, currency)
  return { ...one, amount: one.amount * years }
}

/** Why a renewal can't be ordered here. */
const stateTexts: Record<RenewableState, (() => string) | undefined> = {
  open: undefined,
  'on-request': m.pricing_on_request,
  'under-way': m.renewals_under_way,
}

interface RenewalLineProps {
  renewable: Renewable
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  years: number
  onYears: (years: number) => void
}

/** One service with its end, what its renewal costs, and until when it lasts then. */
function RenewalLine({ renewable, isChosen, onChoose, years, onYears }: RenewalLineProps) {
  const { id, item, state, expires_at, until, restore, currency, most_years } = renewable
  const now = useNow()
  const name = itemTitle(item)
  const price = priceOf(renewable, years)
  const text = stateTexts[state]?.()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 flex-1 basis-56 items-center gap-3">
        <input
          id={`renew-${id}`}
          type="checkbox"
          className={checkboxClasses}
          checked={isChosen}
          disabled={state !== 'open'}
          onChange={(event) => onChoose(event.target.checked)}
        />
        <span className="min-w-0">
          <label htmlFor={`renew-${id}`} className="block font-semibold wrap-anywhere">
            {name}
          </label>
          <span className={Date.parse(expires_at) <= now ? 'text-sm text-danger' : 'text-sm text-muted'}>
            {Date.parse(expires_at) <= now ? m.needs_expired() : m.needs_expires()}{' '}
            <FormattedDate at={expires_at} />
          </span>
        </span>
      </div>
      {text ? (
        <span className="ml-auto text-muted">
          {state === 'under-way' ? (
            <Link to="/dashboard/payments" className="underline underline-offset-4">
              {text}
            </Link>
          ) : (
            text
          )}
        </span>
      ) : (
        <>
          <YearsSelect name={name} years={years} most={most_years} onChange={onYears} />
          <span className="ml-auto text-right">
            {price ? <TermPrice price={price} term={forTerm(monthsOfItem(item, years))} /> : null}
            {restore === null ? null : (
              <span className="block text-sm text-muted">
                {m.renewals_restore({ price: formatDecimal(restore, currency) })}
              </span>
            )}
            <span className="block text-sm text-muted">
              {m.requests_renewal_until()}{' '}
              <FormattedDate at={addMonths(new Date(until!), 12 * (years - 1)).toISOString()} />
            </span>
          </span>
        </>
      )}
    </li>
  )
}
