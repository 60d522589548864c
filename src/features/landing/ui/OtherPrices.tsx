import { m } from '../../../paraglide/messages.js'

/** What has no fixed figure: it is named all the same, so that nobody searches for it. */
export function OtherPrices() {
  const others = [
    { title: m.landing_email(), text: m.landing_email_text() },
    { title: m.landing_ssl(), text: m.landing_ssl_text() },
  ]
  return (
    <section aria-labelledby="others">
      <h2 id="others" className="text-2xl font-black">
        {m.pricing_others()}
      </h2>
      <ul className="mt-3">
        {others.map(({ title, text }) => (
          <li key={title} className="flex flex-wrap items-baseline gap-x-6 border-b border-line py-4">
            <h3 className="text-lg font-bold sm:w-56">{title}</h3>
            <p className="max-w-text flex-1 basis-64 text-muted">{text}</p>
            <p className="font-semibold sm:ml-auto">{m.pricing_on_request()}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
