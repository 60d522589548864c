import { m } from '../../../paraglide/messages.js'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { Contact, Endings, Features, HowItWorks, Section, Services } from './LandingSections.tsx'
import { LiveAnswers } from './LiveAnswers.tsx'
import { PublicPage } from './PublicPage.tsx'
import { publicLinks } from '../../../kit/page/PageHeader.tsx'
import { QuestionList } from './Questions.tsx'
import { siteStructure } from './structured-data.ts'
import { buttonClasses } from '../../../kit/Button.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { NameForm } from '../../availability/ui/NameForm.tsx'
import { formatMoney, moneyFromDecimal } from '../../../shared/money/money.ts'
import { Card } from '../../../kit/Card.tsx'
import { Badge } from '../../../kit/Badge.tsx'
import { readOffers } from '../../catalogue/catalogue.ts'

export const handle = { plain: true }
export const links = publicLinks

export const meta = pageTitle((page) => ({
  title: m.landing_title({ name: page.business.name }),
  description: m.landing_description(),
  structure: siteStructure(page),
}))

/** The home page: a search field with live answers, what the shop sells, how it works, who is behind it, and questions. */
export default function LandingScreen() {
  return (
    <PublicPage>
      <Hero />
      <Endings />
      <HowItWorks />
      <Features />
      <Services />
      <Contact />
      <Section title={m.support_questions()} beside>
        <QuestionList />
      </Section>
      <ClosingCall />
    </PublicPage>
  )
}

/** What the shop does in one sentence, the search field, the links to sign up and log in, and an example request. */
function Hero() {
  const { business } = usePageData()
  return (
    <section className="mx-auto grid max-w-page items-start gap-x-16 gap-y-10 px-4 pt-8 sm:px-6 md:grid-cols-[1.25fr_1fr] md:pt-16">
      <div>
        <h1>
          <span className="text-lg font-semibold text-primary">
            {m.landing_welcome({ name: business.name })}
          </span>
          <span className="mt-2 block font-display text-3xl font-black lg:text-[3.25rem]">
            {m.landing_headline()}
          </span>
        </h1>
        <p className="mt-4 max-w-text text-lg text-muted md:text-xl">{m.landing_tagline()}</p>
        <NameForm large className="mt-6" />
        <LiveAnswers />
        <EndingPrices />
        <p className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-2">
          <a href="/signup" className={buttonClasses('secondary')}>
            {m.landing_get_started()}
          </a>
          <a
            href="/login"
            className="inline-flex touch items-center font-semibold text-primary underline underline-offset-4"
          >
            {m.landing_have_account()}
          </a>
        </p>
      </div>
      <ExampleRequest />
    </section>
  )
}

/** The most endings below the field. */
const MOST_LISTED = 5

/** The first price, and the endings that the search leaves out: those of the region. */
function EndingPrices() {
  const { shown } = readOffers(usePageData())
  const first = shown.find(({ price }) => price)
  const local = shown.filter((one) => !one.searched && one !== first)
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-muted">
      {[...(first ? [first] : []), ...local].slice(0, MOST_LISTED).map(({ ending, price }) => (
        <li key={ending}>
          <b className="text-ink">.{ending}</b> {price ? formatMoney(price) : null}
        </li>
      ))}
    </ul>
  )
}

/** An example request as a customer follows it: who did what, and when. */
function ExampleRequest() {
  const { domain: priceOf, shown, comFrom, currency } = readOffers(usePageData())
  const anyPrice = shown.find((one) => one.price)?.price ?? comFrom ?? moneyFromDecimal(10, currency)
  const price = formatMoney(priceOf('mamalishe.co') ?? anyPrice)
  const steps = [
    ['09:12', m.common_requested_limeombwa(), m.landing_example_requested()],
    ['09:18', m.common_available(), m.landing_example_offer({ price })],
    ['09:25', m.landing_step_paid(), m.landing_example_paid()],
    ['09:40', m.landing_step_active(), m.landing_example_yours()],
  ] as const
  return (
    <figure className="max-md:hidden">
      <Card className="shadow-soft" aria-label={m.landing_example_label()}>
        <p className="text-sm text-muted">{m.common_domain_request()}</p>
        <p className="flex flex-wrap items-center justify-between gap-3">
          <b className="font-display text-2xl font-black">mamalishe.co</b>
          <Badge tone="active">{m.landing_step_active()}</Badge>
        </p>
        <ol className="mt-5">
          {steps.map(([time, title, text], index) => (
            <li key={title} className="grid grid-cols-[1rem_1fr] gap-x-4">
              <span aria-hidden className="flex flex-col items-center">
                <i className="mt-1.5 size-3 shrink-0 rounded-full bg-primary" />
                {index < steps.length - 1 ? <i className="mt-1.5 w-0.5 grow bg-line" /> : null}
              </span>
              <span className={index < steps.length - 1 ? 'pb-5' : undefined}>
                <span className="flex justify-between gap-4">
                  <b>{title}</b>
                  <span className="text-sm text-muted">{time}</span>
                </span>
                <span className="mt-0.5 block text-muted">{text}</span>
              </span>
            </li>
          ))}
        </ol>
      </Card>
      <figcaption className="mt-3 px-1 text-sm text-muted">{m.landing_example_caption()}</figcaption>
    </figure>
  )
}

/** The last invitation: back to the search field. */
function ClosingCall() {
  return (
    <section className="mx-auto mt-20 max-w-page px-4 sm:px-6">
      <div className="relative overflow-hidden rounded-card bg-deep px-6 py-12 text-center text-on-deep sm:px-12 md:py-16">
        <div aria-hidden className="band absolute inset-x-0 top-0 h-1.5" />
        <h2 className="font-display text-2xl font-black md:text-3xl">{m.landing_closing()}</h2>
        <p className="mx-auto mt-3 max-w-text text-lg text-on-deep-muted">{m.landing_closing_text()}</p>
        <p className="mt-7">
          <a href="#domain" className={buttonClasses('accent', 'large')}>
            {m.landing_closing_action()}
          </a>
        </p>
      </div>
    </section>
  )
}
