import { m } from '../../../../paraglide/messages.js'
import { Select } from '../../../../kit/form/Field.tsx'
import { type Answers, answerKey, type Question } from '../../statements/statement.ts'

/** The answers that a question has, each with its text. */
const choices: Record<Question['about'], Record<string, () => string>> = {
  status: { counts: m.billing_question_status_counts, failed: m.billing_question_status_failed },
  direction: { in: m.billing_question_direction_in, out: m.billing_question_direction_out },
  dates: { day: m.billing_question_dates_day, month: m.billing_question_dates_month },
  decimals: { point: m.billing_question_decimals_point, comma: m.billing_question_decimals_comma },
}

const texts: Record<Question['about'], (word: { word: string }) => string> = {
  status: m.billing_question_status,
  direction: m.billing_question_direction,
  dates: m.billing_question_dates,
  decimals: m.billing_question_decimals,
}

/** The answers with one more. */
function answered(answers: Answers, { about, word }: Question, answer: string): Answers {
  const isOfWord = about === 'status' || about === 'direction'
  return {
    ...answers,
    [about]: isOfWord ? { ...answers[about], [answerKey(word)]: answer } : answer,
  }
}

interface StatementQuestionsProps {
  questions: readonly Question[]
  answers: Answers
  onAnswers: (answers: Answers) => void
}

/** What only a person knows of a statement. Each answer reads the file again. */
export function StatementQuestions({ questions, answers, onAnswers }: StatementQuestionsProps) {
  if (!questions.length) return null
  return (
    <section
      aria-label={m.billing_question_title()}
      className="flex flex-col gap-4 rounded-control border border-line p-4"
    >
      <div>
        <h3 className="font-semibold">{m.billing_question_title()}</h3>
        <p className="text-sm text-muted">{m.billing_question_about()}</p>
      </div>
      {questions.map((question) => (
        <Select
          key={`${question.about} ${question.word}`}
          label={texts[question.about]({ word: question.word })}
          description={m.billing_question_rows({ count: question.count, row: question.row })}
          placeholder={m.billing_choose()}
          value=""
          onChange={({ target: { value } }) => {
            if (value) onAnswers(answered(answers, question, value))
          }}
          options={Object.entries(choices[question.about]).map(([value, label]) => ({
            value,
            label: label(),
          }))}
        />
      ))}
    </section>
  )
}
