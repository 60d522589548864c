import { m } from '../../../paraglide/messages.js'
import { buttonClasses } from '../../../kit/Button.tsx'

/** The way of a request in four steps: who does what, and when. */
export function HowItGoes() {
  const steps = [
    [m.landing_how_ask(), m.landing_how_ask_text()],
    [m.landing_how_offer(), m.landing_how_offer_text()],
    [m.landing_how_pay(), m.landing_how_pay_text()],
    [m.landing_how_own(), m.landing_how_own_text()],
  ] as const
  return (
    <section className="mx-auto max-w-page px-4 pt-20 sm:px-6">
      <h2 className="text-2xl font-black">{m.landing_how()}</h2>
      <ol className="mt-6 grid gap-x-1 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(([title, text]) => (
          <li key={title}>
            <div className="band h-1.5" />
            <h3 className="mt-4 text-lg font-bold">{title}</h3>
            <p className="mt-1 pr-6 text-muted">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-8">
        <a href="/pricing" className={buttonClasses('secondary')}>
          {m.landing_see_prices()}
        </a>
      </p>
    </section>
  )
}
