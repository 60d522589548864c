import { m } from '../../../../paraglide/messages.js'
import { Select } from '../../../../kit/form/Field.tsx'
import { type Answers, answerKey, type Question } from '../../statements/statement.ts'

const choices: Record<Question['about'], Record<string, () => string>> = {
  status: { counts: m.billing_question_status_counts, failed: m.billing_question_status_failed },
  direction: { in: m.billing_question_direction_in, out: m.billing_question_direction_out },
  dates: {
    day: m.billing_question_dates_day,
    month: m.billing_question_dates_month,
    year: m.billing_question_dates_year,
  },
  decimals: { point: m.billing_question_decimals_point, comma: m.billing_question_decimals_comma },
}

const texts: Record<Question['about'], (word: { word: string }) => string> = {
  status: m.billing_question_status,
  direction: m.billing_question_direction,
  dates: m.billing_question_dates,
  decimals: m.billing_question_decimals,
}

type Asked = Pick<Question, 'about' | 'word'>

function answered(answers: Answers, { about, word }: Asked, answer: string): Answers {
  const isOfWord = about === 'status' || about === 'direction'
  return {
    ...answers,
    [about]: isOfWord ? { ...answers[about], [answerKey(word)]: answer } : answer,
  }
}

/** The questions that have an answer, each with it. */
const keptOf = ({ status, direction, dates, decimals }: Answers): (Asked & { answer: string })[] => [
  ...Object.entries(status ?? {}).map(([word, answer]) => ({ about: 'status' as const, word, answer })),
  ...Object.entries(direction ?? {}).map(([word, answer]) => ({ about: 'direction' as const, word, answer })),
  ...(dates ? [{ about: 'dates' as const, word: '', answer: dates }] : []),
  ...(decimals ? [{ about: 'decimals' as const, word: '', answer: decimals }] : []),
]

/** The answers to choose from. A year can stand first in two digits only. */
const choicesOf = ({ about, word }: Asked) =>
  Object.entries(choices[about]).filter(
    ([key]) => key !== 'year' || !word || /^\d\d[./-]\d\d[./-]\d\d(?!\d)/.test(word.trim()),
  )

/** The text of a question. Dates and amounts are asked with one of the file, and answered for all of it. */
function textOf({ about, word }: Asked): string {
  if (about === 'dates' && !word) return m.billing_question_dates_all()
  if (about === 'decimals' && !word) return m.billing_question_decimals_all()
  return texts[about]({ word })
}

interface StatementQuestionsProps {
  questions: readonly Question[]
  answers: Answers
  onAnswers: (answers: Answers) => void
}

/** What only a person knows of a statement, and the answers that were given, which can be changed. Each reads the file again. */
export function StatementQuestions({ questions, answers, onAnswers }: StatementQuestionsProps) {
  const kept = keptOf(answers)
  const choice = (asked: Asked, value: string, description?: string) => (
    <Select
      key={`${asked.about} ${asked.word}`}
      label={textOf(asked)}
      {...(description && { description })}
      {...(value ? {} : { placeholder: m.billing_choose() })}
      value={value}
      onChange={({ target }) => {
        if (target.value) onAnswers(answered(answers, asked, target.value))
      }}
      options={choicesOf(asked).map(([key, label]) => ({ value: key, label: label() }))}
    />
  )
  return (
    <>
      {questions.length ? (
        <section
          aria-label={m.billing_question_title()}
          className="flex flex-col gap-4 rounded-control border border-line p-4"
        >
          <div>
            <h3 className="font-semibold">{m.billing_question_title()}</h3>
            <p className="text-sm text-muted">{m.billing_question_about()}</p>
          </div>
          {questions.map((question) => {
            const { count, row } = question
            return choice(question, '', m.billing_question_rows({ count, row }))
          })}
        </section>
      ) : null}
      {kept.length ? (
        <details className="rounded-control border border-line p-4">
          <summary className="cursor-pointer font-semibold">{m.billing_question_kept()}</summary>
          <div className="mt-4 flex flex-col gap-4">
            {kept.map(({ answer, ...asked }) => choice(asked, answer))}
          </div>
        </details>
      ) : null}
    </>
  )
}
