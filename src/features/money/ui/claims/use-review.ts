import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldErrors, type FieldValues, useForm } from 'react-hook-form'
import { classifyFailure } from '../../../../client/api.ts'
import { replaceRow } from '../../../../kit/list/paging.ts'
import { toast } from '../../../../kit/overlay/toasts.tsx'

export interface ReviewedRow {
  id: string
  version: number
  payment_confirmed: boolean
  claim: object | null
  payments: readonly { seen: boolean }[]
}

/** What requests and orders do differently in a review. */
interface ReviewOptions<Row extends ReviewedRow, Draft extends FieldValues, Question> {
  draftOf(row: Row): Draft
  /** Why a draft can't be saved, by field: codes or sentences. */
  errorsOf(draft: Draft): Partial<Record<string, string>>
  /** The question before the draft is saved over the row. Undefined without a question. */
  questionOf(row: Row, draft: Draft): Question | undefined
  save(row: Row, draft: Draft): Promise<Row>
  /** Rejects the claim of payment. Without a version, no version is compared. */
  rejectPayment(row: { id: string; version?: number | undefined }, reason: string): Promise<Row>
  queryKey: QueryKey
  savedMessage(): string
  onDone(): void
}

/** The row changed once more before its claim was rejected. The error contains the newer row. */
class NewerRow<Row> extends Error {
  readonly row: Row

  constructor(row: Row) {
    super('CONFLICT')
    this.row = row
  }
}

interface Save<Row, Draft> {
  draft: Draft
  /** The row as the admin saw it when deciding. */
  on: Row
  /** The reason to reject the claim of payment first. */
  rejection?: string
}

/**
 * The state of one admin's review of one row: the form, the row that it was filled in for, and the save. An unchanged
 * form updates with other admins' saves. A changed form is shown beside the newer row, which is overwritten only after
 * a confirmation.
 */
export function useReview<Row extends ReviewedRow, Draft extends FieldValues, Question>(
  row: Row,
  options: ReviewOptions<Row, Draft, Question>,
) {
  const { draftOf, questionOf, queryKey } = options
  const client = useQueryClient()
  const [base, setBase] = useState(row)
  const [asked, setAsked] = useState<{ question: Question; save: Save<Row, Draft> }>()
  const form = useForm<Draft>({
    resolver: (draft) => resolved(draft, options.errorsOf(draft)),
    defaultValues: draftOf(row) as DefaultValues<Draft>,
  })
  const { isDirty } = form.formState

  // A new claim does not change the draft, so the form retains what was typed.
  const isSame = JSON.stringify(draftOf(base)) === JSON.stringify(draftOf(row))
  if (row.version > base.version && (!isDirty || isSame)) setBase(row)
  const { reset } = form
  const shown = useRef(base)
  useEffect(() => {
    if (isDirty || shown.current === base) return
    shown.current = base
    reset(draftOf(base))
  }, [isDirty, base, draftOf, reset])
  const follow = (newer: Row) => {
    reset(draftOf(newer))
    setBase(newer)
  }

  const saving = useMutation({
    mutationFn: async ({ draft, on, rejection }: Save<Row, Draft>) => {
      if (rejection === undefined) return options.save(on, draft)
      const freed = await options.rejectPayment({ id: on.id }, rejection)
      setBase(freed)
      replaceRow(client, queryKey, freed)
      if (freed.version !== on.version + 1) throw new NewerRow(freed)
      return options.save(freed, draft)
    },
    onSuccess: (saved) => {
      toast.success(options.savedMessage())
      replaceRow(client, queryKey, saved)
      options.onDone()
    },
  })
  const send = (save: Save<Row, Draft>) => {
    setAsked(undefined)
    setBase(save.on)
    saving.mutate(save)
  }
  const save = (on: Row) =>
    form.handleSubmit((values) => {
      const draft = values as unknown as Draft
      const question = questionOf(on, draft)
      if (question) setAsked({ question, save: { draft, on } })
      else send({ draft, on })
    })

  const conflict = newerRowOf<Row>(saving.error)
  const newest = conflict && conflict.version > row.version ? conflict : row
  const isBehind = newest.version > base.version && !saving.isPending
  return {
    form,
    saving,
    /** The newer row, where another admin saved it while this form was filled in. */
    theirs: isBehind && (isDirty || conflict) ? newest : undefined,
    question: asked?.question,
    save: save(base),
    saveOver: save(newest),
    /** Saves after the question. A reason rejects the claim of payment first. */
    answer: (rejection?: string) =>
      asked && send({ ...asked.save, ...(rejection !== undefined && { rejection }) }),
    withdraw: () => setAsked(undefined),
    takeTheirs: () => {
      saving.reset()
      follow(newest)
    },
    rejectPayment: (reason: string) => options.rejectPayment(row, reason),
    /** Continues the form with a row that the admin's own action changed. */
    continueOn: (changed: Row) => {
      setBase(changed)
      replaceRow(client, queryKey, changed)
    },
  }
}

export type Review<Row extends ReviewedRow, Draft extends FieldValues, Question> = ReturnType<
  typeof useReview<Row, Draft, Question>
>

/** The newer row that a save conflicts with. */
function newerRowOf<Row>(error: unknown): Row | undefined {
  if (error instanceof NewerRow) return error.row as Row
  const failure = error ? classifyFailure(error) : undefined
  return failure?.kind === 'refused' && failure.code === 'CONFLICT' ? (failure.data as Row) : undefined
}

/** The errors in the form that react-hook-form expects of a resolver. */
function resolved<Draft extends FieldValues>(draft: Draft, messages: Partial<Record<string, string>>) {
  const errors = Object.entries(messages).map(([field, message]) => [field, { type: 'custom', message }])
  if (errors.length === 0) return { values: draft, errors: {} }
  return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Draft> }
}
