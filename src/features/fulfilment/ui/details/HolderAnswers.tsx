import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { useMay } from '../../../../client/session/staff.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { DetailsForm } from './DetailsForm.tsx'
import { type Details, holderDetailsApi } from './holder-details.api.ts'
import { answerText, questionLabel } from '../../../catalogue/ui/question-labels.ts'

interface HolderAnswersProps {
  customer: string
  names: readonly string[]
}

/** What a customer has answered to what the endings of names ask. */
export function HolderAnswers({ customer, names }: HolderAnswersProps) {
  const may = useMay()
  const { data, isError } = useQuery({
    ...holderDetailsApi.review.queryOptions({ input: { customer, names: names.join(',') } }),
    enabled: may('services.read'),
  })
  if (isError) return <Notice tone="error">{m.details_load_failed()}</Notice>
  return data?.items.map((details) => (
    <EndingAnswers key={details.names[0]} customer={customer} details={details} />
  ))
}

interface EndingAnswersProps {
  customer: string
  details: Details
}

function EndingAnswers({ customer, details }: EndingAnswersProps) {
  const { locale } = usePageData()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const { ending, names, questions, answers, is_complete, awaits_documents } = details
  return (
    <section aria-label={m.details_title({ ending: `.${ending}` })} className="text-sm">
      <h3 className="font-semibold">{m.details_title({ ending: `.${ending}` })}</h3>
      {names.length > 1 ? <p className="text-muted wrap-anywhere">{names.join(', ')}</p> : null}
      {is_complete ? (
        <dl className="mt-1 grid gap-1">
          {questions.map((question) => {
            const answer = answers[question.id]
            return (
              <div key={question.id} className="flex flex-wrap gap-x-2">
                <dt className="text-muted">{questionLabel(question, locale)}</dt>
                <dd className="font-semibold wrap-anywhere">
                  {answer ? <Copyable text={answerText(question, answer)} /> : '—'}
                </dd>
              </div>
            )
          })}
        </dl>
      ) : (
        <p className="mt-1 text-pending">{m.details_not_answered()}</p>
      )}
      {awaits_documents ? <p className="mt-1 text-pending">{m.details_awaits_documents()}</p> : null}
      {isOpen ? (
        <div className="mt-3">
          <DetailsForm
            isStaff
            details={details}
            send={(typed) => holderDetailsApi.saveFor.call({ customer, names, answers: typed })}
            onDone={() => setOpen(false)}
          />
        </div>
      ) : may('customers.write') ? (
        <Button variant="secondary" size="small" className="mt-2" onClick={() => setOpen(true)}>
          {m.details_answer_for()}
        </Button>
      ) : null}
    </section>
  )
}
