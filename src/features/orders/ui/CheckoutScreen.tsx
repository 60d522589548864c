import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Button, LinkButton } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { termsText } from '../../catalogue/ui/price-sums.tsx'
import { forTerm, TermPrice } from '../../catalogue/ui/price-terms.tsx'
import { termsOf } from '../../catalogue/ui/domain-terms.ts'
import { PopularEndings } from '../../catalogue/ui/EndingPrices.tsx'
import { itemPrice, monthsOfItem, productOf } from '../../products/item.ts'
import { sendWholeCart, removeOrdered, removeFromCart, useCart } from './cart-store.ts'
import { EmptyCart } from './CartScreen.tsx'
import { itemTitle, SumLine } from './order-parts.tsx'
import type { Money } from '../../../shared/money/money.ts'
import { sumOfPrices } from '../../catalogue/sums.ts'
import { Badge } from '../../../kit/Badge.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { AskedDetails } from '../../fulfilment/ui/details/AskedDetails.tsx'
import { classifyFailure } from '../../../client/api.ts'
import { failureReason, refusalCode } from '../../../client/error-messages.ts'
import { useIdempotencyKeys } from '../../../client/idempotency-keys.ts'
import { cartApi, ordersApi } from './orders.api.ts'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { useSession } from '../../../client/session/session.ts'
import { YearsSelect } from './YearsSelect.tsx'

export const meta = pageTitle(() => ({ title: m.checkout_title(), noIndex: true }))

/** The items to be ordered with their prices, the total, and the button that places the order. */
export default function CheckoutScreen() {
  const cart = useCart()
  const placing = usePlaceOrder()
  // The ordered items stay on the screen until the page of the order opens.
  const shown = placing.isPending || placing.isSuccess ? (placing.variables?.items ?? cart) : cart
  return (
    <>
      <PageHeader title={m.checkout_title()}>{shown.length > 0 ? m.checkout_about() : null}</PageHeader>
      {shown.length > 0 ? (
        <>
          <Order items={shown} placing={placing} />
          <NextSteps />
        </>
      ) : (
        <>
          <EmptyCart action={<HomeLink />} />
          <PopularEndings narrow />
        </>
      )}
    </>
  )
}

interface OrderProps {
  items: readonly string[]
  placing: ReturnType<typeof usePlaceOrder>
}

function Order({ items, placing }: OrderProps) {
  const { status } = useSession()
  const isVisitor = status === 'signed-out'
  const [isLacking, setLacking] = useState(false)
  const [isPressed, setPressed] = useState(false)
  const offers = readOffers(usePageData())
  const [years, setYears] = useState<Record<string, number>>({})
  const refused = refusedItems(placing.error)
  const lines = items.map((item) => {
    const price = itemPrice(item, offers, years[item])
    return { item, price, refused: refused.get(item) ?? (price ? undefined : ('on-request' as const)) }
  })
  const charged = lines.flatMap(({ item, price, refused }) =>
    price && !refused ? [{ price, months: monthsOfItem(item, years[item]) }] : [],
  )
  return (
    <>
      {status === 'signed-in' ? (
        <AskedDetails names={items.filter((item) => productOf(item) === 'domain')} onLacking={setLacking} />
      ) : null}
      <Card className="flex flex-col gap-5">
        <ul aria-label={m.cart_domains()} className="divide-y divide-line">
          {lines.map((line) => (
            <CheckoutLine
              key={line.item}
              {...line}
              years={years[line.item] ?? 1}
              mostYears={productOf(line.item) === 'domain' ? offers.yearsOf(line.item) : 1}
              onYears={(count) => setYears({ ...years, [line.item]: count })}
            />
          ))}
        </ul>
        <dl>
          <SumLine
            strong
            name={m.common_total()}
            amount={sumOfPrices(charged, offers.currency)}
            term={termsText(charged, offers.currency)}
          />
        </dl>
        {isLacking && isPressed ? <Notice tone="warning">{m.details_first()}</Notice> : null}
        <PlacingFailure error={placing.error} />
        <Button
          size="large"
          className="w-full"
          busy={placing.isPending || placing.isSuccess}
          onClick={() => (isLacking ? setPressed(true) : placing.mutate({ items, years }))}
        >
          {m.checkout_confirm()}
        </Button>
        {isVisitor && !placing.error ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="mr-auto">{m.checkout_account_needed()}</p>
            <AccountLinks />
          </div>
        ) : null}
        <p className="text-sm text-muted">{m.checkout_checked_again()}</p>
      </Card>
    </>
  )
}

/** What follows the order: the payment, then the registration. */
const NextSteps = () => (
  <section aria-labelledby="next-steps" className="mt-8 px-5 sm:px-6">
    <h2 id="next-steps" className="font-bold">
      {m.checkout_next()}
    </h2>
    <ol className="mt-2 flex list-decimal flex-col gap-1.5 pl-5 text-muted marker:font-semibold marker:text-primary">
      <li>{m.landing_way_cart_2()}</li>
      <li>{m.landing_way_cart_3()}</li>
    </ol>
  </section>
)

const HomeLink = () => (
  <LinkButton to="/" reloadDocument>
    {m.checkout_home()}
  </LinkButton>
)

interface CheckoutLineProps {
  item: string
  price: Money | undefined
  refused: RefusedFor | undefined
  /** The first term of a domain, and the longest one that is offered. */
  years: number
  mostYears: number
  onYears: (years: number) => void
}

const reasons: Record<RefusedFor, (() => string) | undefined> = {
  gone: undefined,
  premium: m.checkout_premium,
  'on-request': m.checkout_premium,
  invalid: m.checkout_invalid,
  ordered: m.checkout_ordered_about,
}

const badges: Record<RefusedFor, () => string> = {
  gone: m.checkout_not_available,
  premium: m.checkout_not_available,
  invalid: m.checkout_not_available,
  ordered: m.checkout_ordered,
  'on-request': m.pricing_on_request,
}

/** One item of the order. A refused one shows the reason and can be removed here. */
function CheckoutLine({ item, price, refused, years, mostYears, onYears }: CheckoutLineProps) {
  const name = itemTitle(item)
  const renewal = readOffers(usePageData()).renewal(item)
  const isFirstYear = years === 1 && productOf(item) === 'domain'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
      <span className="min-w-0 flex-1 basis-40 font-semibold wrap-anywhere">{name}</span>
      {refused ? (
        <>
          <Badge tone="rejected">{badges[refused]()}</Badge>
          <Button
            variant="secondary"
            size="small"
            aria-label={m.common_remove_name({ name })}
            onClick={() => removeFromCart(item)}
          >
            {m.common_remove()}
          </Button>
          {reasons[refused] ? <p className="w-full text-sm text-muted">{reasons[refused]()}</p> : null}
        </>
      ) : (
        <>
          <YearsSelect name={name} years={years} most={mostYears} onChange={onYears} />
          <span className="text-right">
            {price ? (
              <TermPrice price={price} term={isFirstYear ? '' : forTerm(monthsOfItem(item, years))} />
            ) : null}
            {price && isFirstYear ? (
              <span className="block text-sm text-muted">{termsOf(renewal)}</span>
            ) : null}
          </span>
        </>
      )}
    </li>
  )
}

const AccountLinks = () => (
  <span className="flex flex-wrap gap-2">
    <LinkButton to="/login?next=/checkout" variant="secondary">
      {m.common_login()}
    </LinkButton>
    <LinkButton to="/signup?next=/checkout">{m.site_signup()}</LinkButton>
  </span>
)

/** Why the order was not placed, and what to do. A log-in returns to this screen. */
function PlacingFailure({ error }: { error: unknown }) {
  if (!error) return null
  const failure = classifyFailure(error)
  if (failure.kind === 'session-ended')
    return (
      <div role="alert" className={`${noticeClasses} bg-pending-ground text-pending`}>
        <p className="font-semibold">{m.checkout_login_needed()}</p>
        <p>{m.checkout_login_keeps()}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <AccountLinks />
        </div>
      </div>
    )
  const isIncomplete = failure.kind === 'refused' && failure.code === 'PROFILE_INCOMPLETE'
  const isChanged = failure.kind === 'refused' && failure.code === 'NOT_IN_CART'
  return (
    <div role="alert" className={`${noticeClasses} bg-rejected-ground text-rejected`}>
      <b>{m.checkout_failed()}</b>{' '}
      {refusedItems(error).size > 0
        ? m.checkout_some_gone()
        : isChanged
          ? m.checkout_cart_changed()
          : refusalCode(error) === 'NOT_OPEN'
            ? m.common_not_open_yet()
            : failureReason(error, { texts: {} })}
      {isIncomplete ? (
        <p>
          <LinkButton to="/dashboard/profile" variant="secondary" className="mt-3">
            {m.requests_complete_profile()}
          </LinkButton>
        </p>
      ) : null}
    </div>
  )
}

/** The classes of a notice without an icon, because these messages already have one. */
const noticeClasses = 'rounded-control px-4 py-3'

/**
 * Places an order and opens its page. A repeated press after a lost answer sends the same idempotency key, so that no
 * second order is placed.
 */
function usePlaceOrder() {
  const keyFor = useIdempotencyKeys()
  const navigate = useNavigate()
  const client = useQueryClient()
  const session = useSession()
  return useMutation({
    mutationFn: async ({ items, years }: { items: readonly string[]; years: Record<string, number> }) => {
      // The server takes the items only from its own cart.
      if (session.status === 'signed-in') await sendWholeCart(session.userId)
      const input = { domains: [...items], years }
      return ordersApi.place.call(input, { context: { idempotencyKey: keyFor(input) } })
    },
    onSuccess: ({ id, domains }) => {
      toast.success(m.checkout_done())
      removeOrdered(domains)
      void navigate(`/dashboard/orders/${id}`)
    },
    onError: (error) => {
      // The cart was changed on another device.
      if (refusalCode(error) === 'NOT_IN_CART')
        void client.invalidateQueries({ queryKey: cartApi.list.key() })
    },
  })
}

/** Why an item can't be ordered. */
type RefusedFor = 'gone' | 'premium' | 'on-request' | 'invalid' | 'ordered'

/** The refused items of an order, with the reason. */
function refusedItems(error: unknown): ReadonlyMap<string, RefusedFor> {
  const failure = error ? classifyFailure(error) : undefined
  if (failure?.kind !== 'refused') return new Map()
  if (failure.code === 'NOT_AVAILABLE') {
    const { domains } = failure.data as { domains: { domain: string; reason: RefusedFor }[] }
    return new Map(domains.map(({ domain, reason }) => [domain, reason]))
  }
  const reason = ({ DOMAIN_NAME_INVALID: 'invalid', ALREADY_ORDERED: 'ordered' } as const)[failure.code]
  if (!reason) return new Map()
  return new Map((failure.data as { domains: string[] }).domains.map((domain) => [domain, reason]))
}
