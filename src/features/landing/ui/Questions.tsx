import { ChevronDown } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { questions } from './questions.ts'

/** The questions asked most, each opening to its answer. */
export function Questions() {
  return (
    <section aria-labelledby="questions">
      <h2 id="questions" className="text-xl font-bold">
        {m.support_questions()}
      </h2>
      <div className="mt-3 border-t border-line">
        {questions().map(([question, answer]) => (
          <details key={question} name="questions" className="group border-b border-line">
            <summary className="flex touch list-none items-center justify-between gap-4 py-3 text-lg font-semibold hover:text-primary [&::-webkit-details-marker]:hidden">
              {question}
              <ChevronDown
                aria-hidden
                className="size-5 shrink-0 transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="max-w-text pb-4 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
