import { m } from '../../../paraglide/messages.js'
import { formatMoney } from '../../../shared/money.ts'
import { Badge, type Tone } from '../../../kit/Badge.tsx'
import { Card } from '../../../kit/Card.tsx'
import { ProgressSteps } from '../../../kit/ProgressSteps.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { readPrices } from '../../catalogue/catalogue.ts'

/** A request as a customer sees it, going its way once while the page is looked at. */
export function ExampleRequest() {
  const price = formatMoney(readPrices(usePageData()).domain)
  const moments: { tone: Tone; badge: string; text: string }[] = [
    { tone: 'pending', badge: m.landing_example_pending(), text: m.landing_example_wait() },
    { tone: 'available', badge: m.landing_example_available(), text: m.landing_example_offer({ price }) },
    { tone: 'available', badge: m.landing_example_paid(), text: m.landing_example_propagation() },
    { tone: 'active', badge: m.landing_example_active(), text: m.landing_example_yours() },
  ]
  const steps = [
    m.landing_step_asked(),
    m.landing_step_offered(),
    m.landing_step_paid(),
    m.landing_step_active(),
  ]
  return (
    <figure>
      <Card className="weaving shadow-soft" aria-label={m.landing_example_label()}>
        <p className="text-sm text-muted">{m.landing_example_kind()}</p>
        <p className="text-2xl font-black tracking-tighter lg:text-3xl">mamalishe.co</p>
        <ProgressSteps label={m.landing_example_way()} steps={steps} reached={3} className="mt-5" />
        <div className="mt-4 grid">
          {moments.map(({ tone, badge, text }, index) => (
            <div key={badge} className="moment" aria-hidden={index < 3 || undefined}>
              <Badge tone={tone}>{badge}</Badge>
              <p className="mt-2">{text}</p>
            </div>
          ))}
        </div>
      </Card>
      <figcaption className="mt-3 px-1 text-sm text-muted">{m.landing_example_caption()}</figcaption>
    </figure>
  )
}
