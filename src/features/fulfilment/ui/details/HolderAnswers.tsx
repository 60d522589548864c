import { useQuery } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { useMay } from '../../../../client/session/staff.tsx'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { endingOf } from '../../../catalogue/catalogue.ts'
import { type Details, holderDetailsApi } from './holder-details.api.ts'
import { answerText, questionLabel } from '../../../catalogue/ui/question-labels.ts'

interface HolderAnswersProps {
  /** The id of the customer. */
  customer: string
  names: readonly string[]
}

/** What a customer has answered to what the endings of names ask, for the staff. Nothing where they ask nothing. */
export function HolderAnswers({ customer, names }: HolderAnswersProps) {
  const may = useMay()
  const { asks = [] } = usePageData().offers ?? {}
  const asked = names.filter((name) => asks.includes(endingOf(name)))
  const { data, isError } = useQuery({
    ...holderDetailsApi.review.queryOptions({ input: { customer, names: asked.join(',') } }),
    enabled: asked.length > 0 && may('services.read'),
  })
  if (isError) return <Notice tone="error">{m.details_load_failed()}</Notice>
  return data?.items.map((details) => <EndingAnswers key={details.ending} details={details} />)
}

function EndingAnswers({
  details: { ending, names, questions, answers, is_complete },
}: {
  details: Details
}) {
  const { locale } = usePageData()
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
    </section>
  )
}
