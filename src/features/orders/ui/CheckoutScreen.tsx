import { m } from '../../../paraglide/messages.js'
import { Button, LinkButton } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { readFigures } from '../../catalogue/figures.ts'
import { totalOf } from '../totals.ts'
import { useCart } from './cart-store.ts'
import { CheckoutLine } from './CheckoutLine.tsx'
import { NoCart } from './NoCart.tsx'
import { PlacingFailure } from './PlacingFailure.tsx'
import { refusedIn, usePlacing } from './placing.ts'
import { SumLine } from './SumLine.tsx'

export const meta = pageTitle(() => ({ title: m.checkout_title(), noIndex: true }))

/** The last look before an order: each domain with its price, the total, and one button. */
export default function CheckoutScreen() {
  const cart = useCart()
  const placing = usePlacing()
  // What is being ordered stays on the screen until the order's own page takes its place.
  const shown = placing.isPending || placing.isSuccess ? (placing.variables ?? cart) : cart
  return (
    <>
      <PageHeader title={m.checkout_title()}>{m.checkout_about()}</PageHeader>
      {shown.length > 0 ? <Order domains={shown} placing={placing} /> : <NoCart action={<Home />} />}
    </>
  )
}

function Order({ domains, placing }: { domains: readonly string[]; placing: ReturnType<typeof usePlacing> }) {
  const price = readFigures(usePageData()).domain
  const refused = refusedIn(placing.error)
  const orderable = domains.filter((domain) => !refused.has(domain))
  return (
    <Card className="flex flex-col gap-5">
      <ul aria-label={m.cart_domains()} className="divide-y divide-line">
        {domains.map((domain) => (
          <CheckoutLine key={domain} domain={domain} price={price} refused={refused.get(domain)} />
        ))}
      </ul>
      <dl>
        <SumLine strong name={m.cart_total()} amount={totalOf(orderable.map(() => ({ price })))} />
      </dl>
      <PlacingFailure error={placing.error} />
      <Button
        size="large"
        className="w-full"
        busy={placing.isPending || placing.isSuccess}
        onClick={() => placing.mutate(domains)}
      >
        {m.checkout_confirm()}
      </Button>
      <p className="text-sm text-muted">{m.checkout_checked_again()}</p>
    </Card>
  )
}

const Home = () => (
  <LinkButton to="/" reloadDocument>
    {m.checkout_home()}
  </LinkButton>
)
