import { textIn } from '../../../../shared/texts/bilingual.ts'
import { exchange } from '../../../../shared/money/exchange.ts'
import { formatMoney } from '../../../../shared/money/money.ts'
import type { MailContext } from '../../../../server/mail/layout.ts'
import type { PaymentAccount, Settings } from '../../../settings/settings.ts'
import { type Quote, quoteFor } from '../../charges/quotes.ts'
import { type Charge, restOf } from './charges.ts'

/** One of the shop's accounts, with what is paid to it where it has a currency of its own. */
export type PayTo = PaymentAccount & { quote?: Quote | undefined }

/** The shop's accounts, with what each takes for the rest of a charge at the rates of the offer. */
export function payToFor(
  charge: Pick<Charge, 'amount' | 'settled' | 'currency' | 'quotes'>,
  settings: Settings,
): PayTo[] {
  const rest = restOf(charge)
  const quotes = charge.quotes.map((quote) => ({ ...quote, ...exchange(rest, quote, { round: 'up' }) }))
  return settings['payments.accounts'].map((account) => ({
    ...account,
    quote: quoteFor(account, quotes, settings['shop.currency']),
  }))
}

/** The address of the page on which an amount due is paid; of the list of them without a reference. */
export const payPage = (site: string, reference: string | null) =>
  `${site}/dashboard/payments${reference ? `/${reference}` : ''}`

export const paymentsButton = (
  { translate, site }: Pick<MailContext, 'translate' | 'site'>,
  reference: string | null = null,
) => ({ label: translate('mails_due_button'), link: payPage(site, reference) })

/** The lines of a mail that say where to pay, and how much where it is another amount. */
export const payToFacts = (
  accounts: readonly PayTo[],
  { translate, locale }: Pick<MailContext, 'translate' | 'locale'>,
): [string, string][] =>
  accounts.map(({ method, account, holder, note, quote }) => [
    translate('mails_fact_pay_to', { method }),
    [quote && formatMoney(quote), account, holder, textIn(note, locale)].filter(Boolean).join(' · '),
  ])
