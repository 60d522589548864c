import { ChevronDown } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'

/** The most frequent questions, each of which opens to its answer. */
export const QuestionList = () => (
  <div className="border-t border-line">
    {questions().map(([question, answer]) => (
      <details key={question} name="questions" className="group border-b border-line">
        <summary className="flex touch list-none items-center justify-between gap-4 py-3 text-lg font-semibold hover:text-primary [&::-webkit-details-marker]:hidden">
          {question}
          <ChevronDown aria-hidden className="size-5 shrink-0 transition-transform group-open:rotate-180" />
        </summary>
        <p className="max-w-text pb-4 text-muted">{answer}</p>
      </details>
    ))}
  </div>
)

/** The most frequent questions, with their answers. */
export const questions = (): (readonly [question: string, answer: string])[] => [
  [m.support_q_time(), m.support_a_time()],
  [m.support_q_pay(), m.support_a_pay()],
  [m.support_q_owner(), m.support_a_owner()],
  [m.support_q_renew(), m.support_a_renew()],
  [m.support_q_email(), m.support_a_email()],
  [m.support_q_dns(), m.support_a_dns()],
]
