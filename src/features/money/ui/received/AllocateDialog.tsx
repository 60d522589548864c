import { Suspense, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { stepButton } from '../../../../kit/queue-marks.ts'
import type { Allocation } from './AllocateForm.tsx'
import type { Charge, Payment } from './payments-api.ts'
import type { useAct } from './use-act.ts'

const AllocateForm = loadedLater(() => import('./AllocateForm.tsx').then((file) => file.AllocateForm))

interface AllocateDialogProps {
  payment: Payment
  /** The amounts due that it may be for, which stand first. */
  suggestions: readonly Charge[]
  act: ReturnType<typeof useAct<Allocation>>
}

/**
 * Chooses the amounts due that a payment pays, and shows what follows: what stays open, what becomes credit, and which
 * invoice is credited. A payment that paid something else needs a reason, and may be taken off.
 */
export function AllocateDialog({ payment, suggestions, act }: AllocateDialogProps) {
  const [open, setOpen] = useState(false)
  const isMove = payment.parts.length > 0
  const title = isMove ? m.payments_move() : m.payments_match()
  return (
    <>
      <Button
        {...(!isMove && stepButton)}
        size="small"
        variant={isMove ? 'quiet' : 'secondary'}
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={title} description={m.payments_match_about()}>
        <Suspense fallback={<Skeleton className="h-24" />}>
          <AllocateForm
            payment={payment}
            suggestions={suggestions}
            isMove={isMove}
            isBusy={act.isPending}
            onSend={(allocation) => act.mutate(allocation, { onSuccess: () => setOpen(false) })}
          />
        </Suspense>
      </Dialog>
    </>
  )
}
