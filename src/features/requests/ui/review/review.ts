import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { classifyFailure } from '../../../../client/api.ts'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import type { ReviewedRequest } from '../api.ts'
import { replaceRow } from '../../../../kit/list/paging.ts'
import type { Product } from '../product.ts'
import {
  type Draft,
  draftOf,
  draftSchema,
  inputOf,
  isSameReview,
  questionOf,
  type Question,
} from '../../review-draft.ts'

/** The request had changed once more when its claim was turned down: what is seen now comes with it. */
class Newer extends Error {
  readonly request: ReviewedRequest

  constructor(request: ReviewedRequest) {
    super('CONFLICT')
    this.request = request
  }
}

interface Save {
  draft: Draft
  /** The request as the admin saw it when deciding. */
  on: ReviewedRequest
  /** Turns the standing claim down first, with this reason. */
  rejection?: string
}

/**
 * One admin's review of one request: what is typed, what it was typed on, and the save. While nothing is typed it
 * follows what others save; afterwards a newer request is shown beside it and nothing is overwritten unasked.
 */
export function useReview(product: Product, request: ReviewedRequest, onDone: () => void) {
  const client = useQueryClient()
  const listKey = product.calls.reviewList.key()
  const period = product.periodOf?.(request)
  const picksPeriod = period !== undefined
  const [base, setBase] = useState(request)
  const [asked, setAsked] = useState<{ question: Question; save: Save }>()
  const form = useForm<Draft>({
    resolver: zodResolver(draftSchema(product, picksPeriod)),
    defaultValues: draftOf(request, period),
  })
  const { isDirty } = form.formState

  // A payment that was claimed meanwhile is seen in the row and asked about; it takes no typed text with it.
  if (request.version > base.version && (!isDirty || isSameReview(base, request))) setBase(request)
  const { reset } = form
  const shown = useRef(base)
  useEffect(() => {
    if (isDirty || shown.current === base) return
    shown.current = base
    reset(draftOf(base, product.periodOf?.(base)))
  }, [isDirty, base, product, reset])
  const follow = (newer: ReviewedRequest) => {
    reset(draftOf(newer, product.periodOf?.(newer)))
    setBase(newer)
  }

  const saving = useMutation({
    mutationFn: async ({ draft, on, rejection }: Save) => {
      let { version } = on
      if (rejection !== undefined) {
        const freed = await product.calls.rejectPayment.call({ id: on.id, reason: rejection })
        setBase(freed)
        replaceRow(client, listKey, freed)
        if (freed.version !== version + 1) throw new Newer(freed)
        version = freed.version
      }
      return product.calls.review.call({ id: on.id, version, ...inputOf(product, picksPeriod, draft) })
    },
    onSuccess: (saved) => {
      toast.success(product.review.saved())
      replaceRow(client, listKey, saved)
      onDone()
    },
  })

  const send = (save: Save) => {
    setAsked(undefined)
    setBase(save.on)
    saving.mutate(save)
  }
  const save = (on: ReviewedRequest) =>
    form.handleSubmit((draft) => {
      const question = questionOf(product, on, draft)
      if (question) setAsked({ question, save: { draft, on } })
      else send({ draft, on })
    })

  const known = conflictOf(saving.error)
  const newest = known && known.version > request.version ? known : request
  const isBehind = newest.version > base.version && !saving.isPending
  return {
    form,
    picksPeriod,
    saving,
    /** What someone else saved while this was being typed. */
    theirs: isBehind && (isDirty || known) ? newest : undefined,
    asked,
    save: save(base),
    saveOver: save(newest),
    answer: (rejection?: string) =>
      asked && send({ ...asked.save, ...(rejection !== undefined && { rejection }) }),
    withdraw: () => setAsked(undefined),
    takeTheirs: () => {
      saving.reset()
      follow(newest)
    },
    /** The admin's own act changed the request: what is typed now stands on that. */
    rejected: (freed: ReviewedRequest) => {
      setBase(freed)
      replaceRow(client, listKey, freed)
    },
  }
}

export type Review = ReturnType<typeof useReview>

/** The newer request that a save ran into. */
function conflictOf(error: unknown): ReviewedRequest | undefined {
  if (error instanceof Newer) return error.request
  const failure = error ? classifyFailure(error) : undefined
  return failure?.kind === 'refused' && failure.code === 'CONFLICT'
    ? (failure.data as ReviewedRequest)
    : undefined
}
