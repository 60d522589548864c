import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ordersApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { classifyFailure } from '../../../../client/api.ts'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { replaceRow } from '../../../../kit/list/paging.ts'
import { draftOf, isSameDraft, isUndecided, type OrderDraft, questionOf } from '../../review-draft.ts'
import type { ReviewedOrder } from '../orders.ts'

/**
 * One admin's decision on one order: what is chosen, what it was chosen on, and the save. While nothing is changed it
 * follows what others save; afterwards a newer order is shown beside it and nothing is overwritten unasked.
 */
export function useOrderReview(order: ReviewedOrder, onDone: () => void) {
  const client = useQueryClient()
  const [base, setBase] = useState(order)
  const [draft, setDraft] = useState(() => draftOf(order))
  const [asked, setAsked] = useState<{ question: 'unpaid' | 'owed'; on: ReviewedOrder }>()
  const [isTried, setTried] = useState(false)
  const isDirty = !isSameDraft(draft, draftOf(base))

  const follow = (newer: ReviewedOrder) => {
    setBase(newer)
    setDraft(draftOf(newer))
  }
  // A payment that was claimed meanwhile changes no decision and takes nothing that was chosen with it.
  const isSame = isSameDraft(draftOf(base), draftOf(order))
  if (order.version > base.version && isSame) setBase(order)
  else if (order.version > base.version && !isDirty) follow(order)

  const saving = useMutation({
    mutationFn: ({ states, ...rest }: OrderDraft & { version: number }) =>
      ordersApi.review.call({
        id: order.id,
        ...rest,
        lines: Object.entries(states).map(([domain, state]) => ({ domain, state })),
      }),
    onSuccess: (saved) => {
      toast.success(m.orders_review_saved())
      replaceRow(client, ordersApi.key(), saved)
      onDone()
    },
  })
  const send = (on: ReviewedOrder) => {
    setAsked(undefined)
    setBase(on)
    saving.mutate({ ...draft, version: on.version })
  }
  const save = (on: ReviewedOrder) => {
    setTried(true)
    if (isUndecided(draft)) return
    const question = questionOf(on, draft)
    if (question) setAsked({ question, on })
    else send(on)
  }

  const known = conflictOf(saving.error)
  const newest = known && known.version > order.version ? known : order
  const isBehind = newest.version > base.version && !saving.isPending
  return {
    draft,
    change: (part: Partial<OrderDraft>) => setDraft((now) => ({ ...now, ...part })),
    saving,
    isUndecided: isTried && isUndecided(draft),
    /** What someone else saved while this was being decided. */
    theirs: isBehind && (isDirty || known) ? newest : undefined,
    asked: asked?.question,
    save: () => save(base),
    saveOver: () => save(newest),
    confirm: () => asked && send(asked.on),
    withdraw: () => setAsked(undefined),
    takeTheirs: () => {
      saving.reset()
      follow(newest)
    },
    /** The admin's own act changed the order: what is chosen now stands on that. */
    rejected: (freed: ReviewedOrder) => {
      setBase(freed)
      replaceRow(client, ordersApi.key(), freed)
    },
  }
}

/** The newer order that a save ran into. */
function conflictOf(error: unknown): ReviewedOrder | undefined {
  const failure = error ? classifyFailure(error) : undefined
  return failure?.kind === 'refused' && failure.code === 'CONFLICT'
    ? (failure.data as ReviewedOrder)
    : undefined
}
