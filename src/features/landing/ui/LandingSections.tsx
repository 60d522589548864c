import type { ReactNode } from 'react'
import { m } from '../../../paraglide/messages.js'
import { buttonClasses } from '../../../kit/Button.tsx'
import { classes } from '../../../kit/classes.ts'
import { Card } from '../../../kit/Card.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { formatMoney, type Money } from '../../../shared/money/money.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { EndingPrices } from '../../catalogue/ui/EndingPrices.tsx'
import { methodLabel } from '../../catalogue/ui/method-label.ts'
import { ContactWays } from '../../whatsapp/ui/ContactWays.tsx'

interface SectionProps {
  title: string
  about?: string
  /** The content stands beside the headline on a wide screen. */
  beside?: boolean
  children: ReactNode
}

/** A part of the home page with its headline, and one sentence about it. */
export function Section({ title, about, beside = false, children }: SectionProps) {
  return (
    <section
      className={classes(
        'mx-auto max-w-page px-4 pt-14 sm:px-6 md:pt-24',
        beside && 'gap-x-16 gap-y-5 max-md:flex max-md:flex-col md:grid md:grid-cols-[1fr_2fr]',
      )}
    >
      <div>
        <h2 className="font-display text-2xl font-black md:text-3xl">{title}</h2>
        {about ? <p className="mt-2 max-w-text text-lg text-muted">{about}</p> : null}
      </div>
      {children}
    </section>
  )
}

export const Endings = () => (
  <Section title={m.landing_endings()} about={m.landing_endings_text()}>
    <EndingPrices className="mt-7" />
    <p className="mt-7">
      <a href="/pricing" className={buttonClasses('secondary')}>
        {m.landing_see_prices()}
      </a>
    </p>
  </Section>
)

/** The two ways to buy, each in three steps. */
export function HowItWorks() {
  const ways = [
    {
      title: m.landing_way_cart(),
      text: m.landing_way_cart_text(),
      steps: [m.landing_way_cart_1(), m.landing_way_cart_2(), m.landing_way_cart_3()],
    },
    {
      title: m.landing_way_request(),
      text: m.landing_way_request_text(),
      steps: [m.landing_way_request_1(), m.landing_way_request_2(), m.landing_way_request_3()],
    },
  ]
  return (
    <Section title={m.landing_how()} about={m.landing_how_text()}>
      <div className="mt-7 grid gap-4 md:grid-cols-2">
        {ways.map(({ title, text, steps }) => (
          <Card key={title}>
            <h3 className="text-xl font-bold">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
            <ol className="mt-5 flex flex-col gap-4">
              {steps.map((step, index) => (
                <li key={step} className="flex gap-4">
                  <span
                    aria-hidden
                    className="grid size-8 shrink-0 place-items-center rounded-full bg-saffron font-bold text-on-saffron"
                  >
                    {index + 1}
                  </span>
                  <span className="pt-1">{step}</span>
                </li>
              ))}
            </ol>
          </Card>
        ))}
      </div>
    </Section>
  )
}

/** Whether a "from" price is lower than what is paid. */
const isBelow = (from: Money | undefined, paid: Money | undefined) =>
  from !== undefined && paid !== undefined && from.amount < paid.amount

/** What every customer gets: the three reasons to buy here, each with an example. */
export function Features() {
  const page = usePageData()
  const { comFrom, domain } = readOffers(page)
  const paid = domain('x.com')
  const features = [
    {
      title: m.landing_affordable(),
      text: m.landing_affordable_text(),
      example: comFrom ? m.landing_com_from({ price: formatMoney(comFrom) }) : m.pricing_on_request(),
      // The promotional price is never charged, so that what is paid stands beside it.
      note: isBelow(comFrom, paid) ? m.landing_com_paid({ price: formatMoney(paid!) }) : undefined,
    },
    {
      title: m.landing_secure(),
      text: m.landing_secure_text(),
      example: m.landing_registrant(),
    },
    {
      title: m.landing_local(),
      text: m.landing_local_text(),
      example: page.business.payments.map(methodLabel).join('\u00A0· '),
    },
  ]
  const included = [
    m.landing_included_live(),
    m.landing_included_receipt(),
    m.landing_included_reminder(),
    m.landing_included_people(),
  ]
  return (
    <Section title={m.landing_features()}>
      <div className="mt-7 grid gap-x-8 gap-y-6 md:grid-cols-3">
        {features.map(({ title, text, example, note }) => (
          <article key={title} className="border-t-2 border-primary pt-4">
            <h3 className="text-xl font-bold">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
            <p className="mt-3 font-semibold">{example}</p>
            {note ? <p className="text-sm text-muted">{note}</p> : null}
          </article>
        ))}
      </div>
      <ul className="mt-10 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {included.map((text) => (
          <li key={text} className="flex gap-3">
            <span aria-hidden className="font-bold text-primary">
              ✓
            </span>
            {text}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The other products of the shop, each with a small example, and a question to the team. */
export function Services() {
  const { hostingFrom, plans } = readOffers(usePageData())
  const [lowest] = plans.map(({ price }) => price.monthly).toSorted((one, other) => one.amount - other.amount)
  const services = [
    {
      example: hostingFrom
        ? m.landing_hosting_from({ price: formatMoney(hostingFrom) })
        : m.pricing_on_request(),
      note: isBelow(hostingFrom, lowest)
        ? m.landing_hosting_paid({ price: formatMoney(lowest!) })
        : undefined,
      title: m.landing_hosting(),
      text: m.landing_hosting_text(),
    },
    { example: 'info@mamalishe.co', title: m.landing_email(), text: m.landing_email_text() },
    { example: 'https://mamalishe.co', title: m.landing_ssl(), text: m.landing_ssl_text() },
    { example: 'www.mamalishe.co', title: m.common_website_design(), text: m.landing_design_text() },
    { example: 'NS · A · MX · TXT', title: m.landing_dns(), text: m.landing_dns_text() },
  ]
  return (
    <section className="mt-16 bg-deep text-on-deep md:mt-24">
      <div className="mx-auto max-w-page px-4 py-16 sm:px-6">
        <h2 className="font-display text-2xl font-black md:text-3xl">{m.landing_services()}</h2>
        <div className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
          {services.map(({ example, note, title, text }) => (
            <article key={title} className="border-t border-on-deep/25 pt-4">
              <p className="font-semibold text-saffron">{example}</p>
              <h3 className="mt-1 text-xl font-bold">{title}</h3>
              <p className="mt-1 text-on-deep-muted">{text}</p>
              {note ? <p className="mt-1 text-sm text-on-deep-muted">{note}</p> : null}
            </article>
          ))}
          <div className="border-t border-on-deep/25 pt-4">
            <h3 className="text-xl font-bold">{m.landing_unsure()}</h3>
            <p className="mt-1 text-on-deep-muted">{m.landing_unsure_text()}</p>
            <p className="mt-3">
              <a
                href="/support"
                className="inline-flex touch items-center font-semibold underline underline-offset-4"
              >
                {m.landing_unsure_action()}
              </a>
            </p>
          </div>
        </div>
      </div>
    </section>
  )
}

/** Who is behind the shop: its contact data, and the ways to pay as text. */
export function Contact() {
  const { business } = usePageData()
  return (
    <Section title={m.landing_behind({ name: business.name })}>
      <div className="mt-7 grid items-start gap-x-16 gap-y-8 md:grid-cols-2">
        <div>
          <p className="max-w-text text-lg">{m.landing_behind_text({ name: business.name })}</p>
          <h3 className="mt-8 font-bold">{m.common_ways_to_pay()}</h3>
          <ul className="mt-3 flex flex-wrap gap-2">
            {business.payments.map((name) => (
              <li key={name} className="rounded-full border border-edge px-3.5 py-1.5 font-semibold">
                {name === 'Bank' ? m.landing_bank() : name}
              </li>
            ))}
          </ul>
          <p className="mt-3 max-w-text text-muted">{m.landing_payments_text()}</p>
        </div>
        <ContactWays />
      </div>
    </Section>
  )
}
