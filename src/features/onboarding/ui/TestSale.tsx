import { useNavigate } from 'react-router'
import { Trash2 } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { errorSentence } from '../../../client/error-messages.ts'
import { useAct } from '../../../client/form/act.ts'
import { IfMay } from '../../../client/session/staff.tsx'
import { Badge } from '../../../kit/Badge.tsx'
import { Button, LinkButton } from '../../../kit/Button.tsx'
import { rowAnchor } from '../../../kit/page/scroll-to-hash.ts'
import { createApi } from '../../../client/api.ts'
import { requestsApi } from '../../requests/ui/requests.api.ts'
import { testSaleContract } from '../../requests/test-sale.contract.ts'
import { products } from '../../product-screens/ui/products.ts'
import { type Onboarding, onboardingKey } from './onboarding.api.ts'

const testSaleApi = createApi('testSale', testSaleContract)

/** Where its owner sees it as a customer. */
const placeOf = ({ id }: { id: string }) => products.domain.screens.customer + rowAnchor('request', id)

/** Tries the shop: a request of the owner that is offered, paid and activated as any other, and then removed. */
export function TestSale({ sale, isReady }: { sale: Onboarding['test_sale']; isReady: boolean }) {
  const navigate = useNavigate()
  const start = useAct({
    send: () => testSaleApi.start.call({}),
    failure: errorSentence(m.test_sale_failed, { PROFILE_INCOMPLETE: m.requests_profile_incomplete }),
    stale: [onboardingKey],
    onDone: ({ test_sale }) => navigate(placeOf(test_sale)),
  })
  return (
    <section aria-labelledby="test-sale" className="my-6 rounded-control border border-line p-4">
      <h3 id="test-sale" className="flex flex-wrap items-center gap-x-3 gap-y-1 font-bold">
        {m.test_sale_title()}
        {sale ? <Badge tone="pending">{m.test_sale_badge()}</Badge> : null}
      </h3>
      {sale ? (
        <>
          <p className="mt-1 text-muted wrap-anywhere">{m.test_sale_steps({ name: sale.name })}</p>
          <div className="mt-3 flex flex-wrap gap-3">
            {sale.is_mine && sale.stage === 'offered' && !sale.is_claimed ? (
              <LinkButton to={placeOf(sale)} size="small">
                {m.test_sale_as_customer()}
              </LinkButton>
            ) : null}
            {sale.stage === 'offered' && sale.is_claimed ? (
              <LinkButton to={`/admin/inbox?item=${sale.id}`} size="small">
                {m.test_sale_as_admin()}
              </LinkButton>
            ) : null}
            <RemoveButton />
          </div>
        </>
      ) : (
        <>
          <p className="mt-1 text-muted">{m.test_sale_about()}</p>
          <IfMay needs="requests.write">
            <Button
              variant={isReady ? 'primary' : 'secondary'}
              size="small"
              className="mt-3"
              busy={start.isPending}
              onClick={() => start.mutate()}
            >
              {m.test_sale_start()}
            </Button>
          </IfMay>
        </>
      )}
    </section>
  )
}

/** Removes it with one press: nothing of it is real. */
function RemoveButton() {
  const remove = useAct({
    send: () => testSaleApi.remove.call(),
    done: m.test_sale_removed(),
    failure: errorSentence(m.test_sale_failed),
    stale: [onboardingKey, requestsApi.domain.key()],
  })
  return (
    <IfMay needs="requests.write">
      <Button
        variant="secondary"
        size="small"
        // At the end of the line it stays where it is when the step beside it is done.
        className="ml-auto"
        busy={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <Trash2 aria-hidden className="size-4" />
        {m.test_sale_remove()}
      </Button>
    </IfMay>
  )
}
