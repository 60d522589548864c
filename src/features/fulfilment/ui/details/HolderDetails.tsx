import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { errorSentence } from '../../../../client/error-messages.ts'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { type Answers, type Asked, readAnswers } from '../../../catalogue/questions.ts'
import { type Details, holderDetailsApi } from './holder-details.api.ts'
import { problemSentence, questionLabel } from '../../../catalogue/ui/question-labels.ts'

interface HolderDetailsProps {
  names: readonly string[] | undefined
  onLacking: ((isLacking: boolean) => void) | undefined
}

/** A form for each ending that asks for more, open until it is answered. */
export function HolderDetails({ names, onLacking }: HolderDetailsProps) {
  const query = useQuery(
    holderDetailsApi.show.queryOptions({ input: names ? { names: names.join(',') } : {} }),
  )
  const items = query.data?.items ?? []
  const isLacking = items.some(({ is_complete }) => !is_complete)
  useEffect(() => {
    onLacking?.(isLacking)
    return () => onLacking?.(false)
  }, [onLacking, isLacking])
  if (query.isError) return <Notice tone="error">{m.details_load_failed()}</Notice>
  return items.map((details) => <EndingDetails key={details.ending} details={details} />)
}

function EndingDetails({ details }: { details: Details }) {
  const { ending, names, is_complete } = details
  return (
    <section
      aria-label={m.details_title({ ending: `.${ending}` })}
      className="mb-6 rounded-card border border-line bg-card"
    >
      {/* A new key: once it is saved, it is closed. */}
      <details key={String(is_complete)} open={!is_complete} className="group">
        <summary className="flex min-h-12 cursor-pointer flex-wrap items-baseline gap-x-3 rounded-card px-5 py-3 sm:px-6">
          <h2 className="text-lg font-bold">{m.details_title({ ending: `.${ending}` })}</h2>
          <span className="text-sm text-muted wrap-anywhere">
            {is_complete ? m.details_complete() : names.join(', ')}
          </span>
        </summary>
        <div className="border-t border-line px-5 py-5 sm:px-6">
          <p className="mb-5 max-w-text text-muted">{m.details_about({ names: names.join(', ') })}</p>
          <DetailsForm details={details} />
        </div>
      </details>
    </section>
  )
}

function DetailsForm({ details: { names, questions, answers } }: { details: Details }) {
  const { values, field, submit, busy, failure } = useStateForm({
    start: Object.fromEntries(questions.map(({ id }) => [id, answers[id] ?? ''])) as Answers,
    problemsOf: (typed) => {
      const { problems } = readAnswers(questions, typed)
      return Object.fromEntries(
        questions.flatMap((question) => {
          const problem = problems[question.id]
          return problem ? [[question.id, problemSentence(question, problem)]] : []
        }),
      )
    },
    send: (typed) => holderDetailsApi.save.call({ names, answers: typed }),
    done: m.details_saved(),
    failure: errorSentence(m.details_failed, {
      DETAILS_INVALID: m.details_changed,
      NOT_ASKED: m.details_changed,
    }),
    stale: [holderDetailsApi.key()],
  })
  return (
    <form noValidate onSubmit={submit} className="grid max-w-text gap-5">
      {questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          {...field(question.id)}
          value={values[question.id] ?? ''}
        />
      ))}
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <Button type="submit" busy={busy} className="justify-self-start max-sm:w-full">
        {m.details_save()}
      </Button>
    </form>
  )
}

interface QuestionFieldProps {
  question: Asked
  name: string
  value: string
  onChange: (event: { target: { value: string } }) => void
  error: string | undefined
}

function QuestionField({ question, ...field }: QuestionFieldProps) {
  const { locale } = usePageData()
  const { kind, required, format, max, options } = question
  const common = { ...field, label: questionLabel(question, locale), optional: !required }
  if (kind === 'yes-no')
    return (
      <Select
        {...common}
        placeholder={m.details_choose()}
        options={[
          { value: 'yes', label: m.audit_yes() },
          { value: 'no', label: m.audit_no() },
        ]}
      />
    )
  if (kind === 'choice')
    return (
      <Select
        {...common}
        placeholder={m.details_choose()}
        options={options.map((value) => ({ value, label: value }))}
      />
    )
  return (
    <TextField
      {...common}
      maxLength={max ?? 200}
      autoComplete={kind === 'local-address' ? 'street-address' : 'off'}
      inputMode={format === 'digits' ? 'numeric' : 'text'}
      autoCapitalize={kind === 'local-address' || kind === 'text' ? 'sentences' : 'characters'}
      spellCheck={false}
    />
  )
}
