import { m } from '../../../paraglide/messages.js'
import { formatMoney } from '../../../shared/money.ts'
import { usePageData } from '../../../kit/page/page-data.ts'
import { readPrices } from '../../catalogue/catalogue.ts'

/** What else is sold here, each with a glimpse of the thing itself. */
export function Services() {
  const price = formatMoney(readPrices(usePageData()).hostingFrom)
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
