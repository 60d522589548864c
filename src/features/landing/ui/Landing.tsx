import type { ReactNode } from 'react'
import { m } from '../../../paraglide/messages.js'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { PublicPage } from './PublicPage.tsx'
import { siteStructure } from './structured-data.ts'
import { buttonClasses } from '../../../kit/Button.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { NameForm } from '../../availability/ui/NameForm.tsx'
import { formatMoney } from '../../../shared/money.ts'
import { Badge, type Tone } from '../../../kit/Badge.tsx'
import { Card } from '../../../kit/Card.tsx'
import { ProgressSteps } from '../../../kit/ProgressSteps.tsx'
import { readOffers } from '../../catalogue/catalogue.ts'

export const handle = { plain: true }

export const meta = pageTitle((page) => ({
  title: m.landing_title({ name: page.business.name }),
  description: m.landing_description(),
  structure: siteStructure(page),
}))

/** The home page: what the shop sells, how it works, and the links to sign up and log in. */
export default function Landing() {
  return (
    <PublicPage>
      <Hero />
      <Features />
      <Services />
      <HowItWorks />
    </PublicPage>
  )
}

/** The introduction: one sentence, the search field, the links to sign up and log in, and an example request. */
function Hero() {
  const { business } = usePageData()
  return (
    <section className="mx-auto grid max-w-page items-center gap-x-16 gap-y-10 px-4 pt-10 pb-16 sm:px-6 md:grid-cols-[1.1fr_1fr] md:pt-20 md:pb-24">
      <div>
        <h1 className="text-3xl font-black tracking-tighter lg:text-[3.25rem]">
          {m.landing_welcome({ name: business.name })}
        </h1>
        <p className="mt-4 max-w-text text-xl text-muted">{m.landing_tagline()}</p>
        <NameForm large className="mt-7" />
        <p className="mt-6 flex flex-wrap gap-3">
          <a href="/signup" className={buttonClasses('primary', 'large', 'max-sm:w-full')}>
            {m.landing_get_started()}
          </a>
          <a href="/login" className={buttonClasses('secondary', 'large', 'max-sm:w-full')}>
            {m.landing_have_account()}
          </a>
        </p>
      </div>
      <ExampleRequest />
    </section>
  )
}

/** An example request as a customer sees it, animated once while the page is open. */
function ExampleRequest() {
  const { domain: priceOf, comFrom } = readOffers(usePageData())
  const price = formatMoney(priceOf('mamalishe.co') ?? comFrom)
  const states: { tone: Tone; badge: string; text: string }[] = [
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
          {states.map(({ tone, badge, text }, index) => (
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

const payments = ['M-Pesa', 'TigoPesa', 'Airtel Money']

/** The three reasons to buy here, each with an example above its text. */
function Features() {
  const price = formatMoney(readOffers(usePageData()).comFrom)
  return (
    <section
      aria-label={m.landing_features()}
      className="mx-auto grid max-w-page gap-4 px-4 sm:px-6 md:grid-cols-3"
    >
      <Feature title={m.landing_affordable()} text={m.landing_affordable_text()}>
        <Figure sentence={(amount) => m.landing_com_from({ price: amount })} amount={price} />
      </Feature>
      <Feature title={m.landing_secure()} text={m.landing_secure_text()}>
        {m.landing_registrant()}
        <b className="block text-3xl font-black tracking-tighter text-ink">{m.landing_your_name()}</b>
        mamalishe.co
      </Feature>
      <Feature title={m.landing_local()} text={m.landing_local_text()}>
        <span className="flex flex-wrap gap-2 pt-1 font-semibold text-ink">
          {[...payments, m.landing_bank()].map((name) => (
            <span key={name} className="rounded-full border border-edge px-3.5 py-1.5">
              {name}
            </span>
          ))}
        </span>
      </Feature>
    </section>
  )
}

function Feature({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Card>
      <p className="min-h-21 text-muted">{children}</p>
      <h2 className="mt-5 border-t border-line pt-4 text-xl font-bold">{title}</h2>
      <p className="mt-1 text-muted">{text}</p>
    </Card>
  )
}

/** The four steps of a request: who does what, and when. */
function HowItWorks() {
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

/** The other products of the shop, each with a small example. */
function Services() {
  const price = formatMoney(readOffers(usePageData()).hostingFrom)
  const services = [
    {
      glimpse: m.landing_hosting_from({ price }),
      title: m.landing_hosting(),
      text: m.landing_hosting_text(),
    },
    { glimpse: 'info@mamalishe.co', title: m.landing_email(), text: m.landing_email_text() },
    { glimpse: 'https://mamalishe.co', title: m.landing_ssl(), text: m.landing_ssl_text() },
    { glimpse: 'www.mamalishe.co', title: m.landing_design(), text: m.landing_design_text() },
    { glimpse: 'NS · A · MX · TXT', title: m.landing_dns(), text: m.landing_dns_text() },
  ]
  return (
    <section className="mt-20 bg-deep text-on-deep">
      <div className="mx-auto grid max-w-page gap-x-10 gap-y-8 px-4 py-16 sm:grid-cols-2 sm:px-6 lg:grid-cols-3">
        <h2 className="text-3xl font-black tracking-tighter">{m.landing_services()}</h2>
        {services.map(({ glimpse, title, text }) => (
          <article key={title} className="border-t border-on-deep/25 pt-4">
            <p className="font-semibold text-saffron">{glimpse}</p>
            <h3 className="mt-1 text-xl font-bold">{title}</h3>
            <p className="mt-1 text-on-deep-muted">{text}</p>
          </article>
        ))}
      </div>
    </section>
  )
}

interface FigureProps {
  /** The sentence around the amount, in the page's language. */
  sentence: (amount: string) => string
  amount: string
}

/** A sentence with an emphasized amount. Screen readers read it as one sentence. */
export function Figure({ sentence, amount }: FigureProps) {
  const [before, after] = sentence('|').split('|')
  return (
    <>
      {before}
      <b className="block text-3xl font-black tracking-tighter text-ink">{amount}</b>
      {after}
    </>
  )
}
