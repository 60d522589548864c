import type { ReactNode } from 'react'
import { m } from '../../../paraglide/messages.js'
import { formatMoney } from '../../../shared/money.ts'
import { Card } from '../../../kit/Card.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { readPrices } from '../../catalogue/catalogue.ts'
import { Figure } from './Figure.tsx'

const payments = ['M-Pesa', 'TigoPesa', 'Airtel Money']

/** The three reasons to buy here, each with the thing itself above its words. */
export function Features() {
  const price = formatMoney(readPrices(usePageData()).comFrom)
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
