import { m } from '../../../../paraglide/messages.js'
import { errorSentence } from '../../../../client/error-messages.ts'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { type Answers, type Asked, readAnswers } from '../../../catalogue/questions.ts'
import { problemSentence, questionLabel } from '../../../catalogue/ui/question-labels.ts'
import { type Details, holderDetailsApi } from './holder-details.api.ts'

interface DetailsFormProps {
  details: Details
  send: (answers: Answers) => Promise<unknown>
  onDone?: () => void
}

/** The questions of an ending. */
export function DetailsForm({ details: { questions, answers }, send, onDone }: DetailsFormProps) {
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
    send,
    onDone,
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
