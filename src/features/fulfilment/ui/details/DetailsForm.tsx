import { Link } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { chatUrl } from '../../../../client/chat-link.ts'
import { errorSentence } from '../../../../client/error-messages.ts'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { type Answers, answeredByCustomer, type Asked, readAnswers } from '../../../catalogue/questions.ts'
import { problemSentence, questionLabel } from '../../../catalogue/ui/question-labels.ts'
import { type Details, holderDetailsApi } from './holder-details.api.ts'

interface DetailsFormProps {
  details: Details
  send: (answers: Answers) => Promise<unknown>
  onDone?: () => void
  /** The staff notes which documents it has seen. */
  isStaff?: boolean
}

/** The questions of an ending. */
export function DetailsForm({ details, send, onDone, isStaff = false }: DetailsFormProps) {
  const { answers } = details
  const questions = isStaff ? details.questions : answeredByCustomer(details.questions)
  const { values, field, submit, busy, failure } = useStateForm({
    start: Object.fromEntries(questions.map(({ id }) => [id, answers[id] ?? ''])) as Answers,
    problemsOf: (typed) => {
      const { problems } = readAnswers(questions, typed)
      return Object.fromEntries(
        questions.flatMap((question) => {
          const problem = problems[question.id]
          return problem && question.kind !== 'document'
            ? [[question.id, problemSentence(question, problem)]]
            : []
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
      {isStaff ? null : <Documents details={details} />}
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      {questions.length ? (
        <Button type="submit" busy={busy} className="justify-self-start max-sm:w-full">
          {m.details_save()}
        </Button>
      ) : null}
    </form>
  )
}

/** The documents that a customer sends in other ways, and which have been seen. */
function Documents({ details: { ending, questions, answers } }: { details: Details }) {
  const { locale } = usePageData()
  const documents = questions.filter(({ kind }) => kind === 'document')
  if (!documents.length) return null
  return (
    <div className="rounded-control bg-well px-4 py-3">
      <p className="font-semibold">{m.details_documents()}</p>
      <ul className="mt-1 grid gap-1">
        {documents.map((document) => (
          <li key={document.id} className="flex flex-wrap gap-x-2">
            {questionLabel(document, locale)}
            <span className="text-muted">
              {answers[document.id]
                ? m.details_seen()
                : document.required
                  ? m.details_not_seen()
                  : m.kit_optional()}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-muted">{m.details_documents_about()}</p>
      <Link
        to={chatUrl(`.${ending}`)}
        className="inline-flex touch items-center font-semibold underline underline-offset-4"
      >
        {m.domains_ask_about()}
      </Link>
    </div>
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
  if (kind === 'document')
    return (
      <Select
        {...common}
        placeholder={m.details_not_seen()}
        options={[{ value: 'seen', label: m.details_seen() }]}
      />
    )
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
