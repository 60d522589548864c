import { type ComponentProps, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { LinkButton } from '../../../kit/Button.tsx'
import { CardSkeletons } from '../../../kit/Skeleton.tsx'
import { transferPath } from './transfers/transfer-path.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { ownDomains } from './transfers/with-transfers.ts'
import { DomainManagement } from './DomainSearch.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { wishFor } from '../../../client/wish.ts'
import { formatMoney } from '../../../shared/money/money.ts'
import { outcomeOf } from '../../availability/answer.ts'
import { AvailabilityMark } from '../../availability/ui/AvailabilityMark.tsx'
import { useAnswers } from '../../availability/ui/use-answers.ts'
import { endingOf, readOffers } from '../../catalogue/catalogue.ts'
import { termsOf } from '../../catalogue/ui/domain-terms.ts'
import { AskedDetails } from '../../fulfilment/ui/details/AskedDetails.tsx'
import { AddToCart } from '../../orders/ui/AddToCart.tsx'
import type { Beside } from '../../requests/ui/NameSearch.tsx'

const ArrivedRequest = loadedLater(() => import('./ArrivedRequest.tsx').then((file) => file.ArrivedRequest))

/** Few customers move a name here. */
const TransferPage = loadedLater(() =>
  import('./transfers/TransferPage.tsx').then((file) => file.TransferPage),
)

export const handle = { firstCalls: () => ['/api/domain-requests?limit=10', '/api/domains?limit=20'] }

export const meta = pageTitle(() => ({ title: m.common_domains() }))

/** A customer's own domains, or the form that moves one here. */
export default function DomainsScreen() {
  const { search } = useLocation()
  const parameters = new URLSearchParams(search)
  const name = parameters.get('name') ?? ''
  const moved = parameters.get('move')
  if (moved !== null)
    return (
      <Suspense fallback={<CardSkeletons />}>
        <TransferPage name={moved} />
      </Suspense>
    )
  return (
    <>
      <PageHeader
        title={m.common_domains()}
        actions={
          <LinkButton to={transferPath()} variant="secondary">
            {m.transfers_open()}
          </LinkButton>
        }
      >
        {m.domains_about()}
      </PageHeader>
      <AskedDetails />
      <Domains key={name} name={name} />
    </>
  )
}

/** @param name the one in the address, which may have been requested before the log-in; empty without one */
function Domains({ name }: { name: string }) {
  const [isWished] = useState(() => name !== '' && wishFor(name) !== undefined)
  return (
    <>
      {isWished ? (
        <Suspense>
          <div className="mb-6 empty:hidden">
            <ArrivedRequest name={name} />
          </div>
        </Suspense>
      ) : null}
      <DomainManagement
        product={ownDomains}
        mark={PriceMark}
        offer={CartOffer}
        justSent={isWished ? name : undefined}
      />
    </>
  )
}

/** The price of a name that is free. Undefined for a name that has to be asked for. */
function useFreePrice({ name, among }: ComponentProps<Beside>) {
  const answer = useAnswers(among).answerOf(name)
  const price = readOffers(usePageData()).domain(name)
  return answer && outcomeOf(answer.status) === 'free' ? price : undefined
}

const PriceMark: Beside = (of) => {
  const price = useFreePrice(of)
  const page = usePageData()
  return (
    <>
      <AvailabilityMark {...of} />
      {price ? (
        <span className="text-sm font-normal">
          <b>{formatMoney(price)}</b>{' '}
          <span className="text-muted">{termsOf(readOffers(page).renewal(of.name))}</span>
        </span>
      ) : null}
    </>
  )
}

/** The cart for a name that is free. The holder of the name that was typed can move it here. */
const CartOffer: Beside = (of) => {
  const { name, among } = of
  const price = useFreePrice(of)
  const answer = useAnswers(among).answerOf(name)
  const { endings } = readOffers(usePageData())
  if (price) return <AddToCart item={name} size="small" />
  return name === among[0] && answer?.status === 'taken' && endings.includes(endingOf(name)) ? (
    <LinkButton to={transferPath(name)} variant="quiet" size="small">
      {m.transfers_mine()}
    </LinkButton>
  ) : null
}
