import { Trash2 } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { errorSentence } from '../../../client/error-messages.ts'
import { useAct } from '../../../client/form/act.ts'
import { IfMay } from '../../../client/session/staff.tsx'
import { Button } from '../../../kit/Button.tsx'
import { requestsApi } from './requests.api.ts'
import { testSaleApi } from './test-sale.api.ts'

/** Removes the test sale with one press: nothing of it is real. */
export function RemoveTestSale({ onRemoved }: { onRemoved?: () => unknown }) {
  const remove = useAct({
    send: () => testSaleApi.remove.call(),
    done: m.test_sale_removed(),
    onDone: () => onRemoved?.(),
    failure: errorSentence(m.test_sale_failed),
    stale: [requestsApi.domain.key()],
  })
  return (
    <IfMay needs="requests.write">
      <Button variant="secondary" size="small" busy={remove.isPending} onClick={() => remove.mutate()}>
        <Trash2 aria-hidden className="size-4" />
        {m.test_sale_remove()}
      </Button>
    </IfMay>
  )
}
