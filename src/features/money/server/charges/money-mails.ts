import { formatMoney, type Money } from '../../../../shared/money.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import type { MailTemplate } from '../../../../server/mail/layout.ts'
import { moneyFromColumn } from '../../../../server/database/tables.ts'
import {
  customerMail,
  customerMailTemplate,
  mailCustomer,
  type MailSubject,
} from '../../../mails/server/customer-mail.ts'
import { readStored } from '../../../settings/server/settings.ts'
import { shopMethods } from '../../received/receipt-key.ts'
import { type Charge, restOf } from './charges.ts'
import type { Allocation, Undone } from '../received/allocations.ts'
import { paymentsButton, type PayTo, payToFacts, payToFor } from './pay-to.ts'

/** Received money, as far as its mail names it. */
interface MailedMoney {
  id: string
  method: string | null
  amount: string | null
  currency: string | null
}

/** The mail that a payment paid only a part, was taken back, or is another customer's. */
interface MoneyMail {
  kind: 'payment-short' | 'payment-reversed' | 'payment-moved'
  data: MailSubject & {
    /** What came in, or was taken back. */
    amount: Money
    reference: string
    /** What is to be paid now. Null where it is nothing. */
    rest: Money | null
    pay_to: PayTo[]
  }
}

/** Queues the mail that a payment was short. The shop's own entries are no payments. */
export async function mailShort(tx: Transaction, charge: Charge, received: MailedMoney): Promise<void> {
  if (received.method !== null && Object.hasOwn(shopMethods, received.method)) return
  await queue(tx, 'payment-short', charge, received)
}

/** Queues the mail that a payment pays a charge no more, and why. A corrected entry of withheld tax is none. */
export async function mailUndone(
  tx: Transaction,
  charge: Charge,
  { id, amount, currency }: Pick<Allocation, 'id' | 'amount' | 'currency'>,
  method: string | null,
  as: Undone,
): Promise<void> {
  if (method !== shopMethods.withheld)
    await queue(tx, `payment-${as}`, charge, { id, method, amount, currency })
}

async function queue(tx: Transaction, kind: MoneyMail['kind'], charge: Charge, received: MailedMoney) {
  const settings = await readStored(tx)
  const rest = charge.state === 'open' ? restOf(charge) : null
  const isDue = rest !== null && rest.amount > 0
  const mail: MoneyMail = {
    kind,
    data: {
      product: charge.kind,
      subject: charge.subject,
      amount: moneyFromColumn(received.amount!, received.currency!),
      reference: charge.reference,
      rest: isDue ? rest : null,
      pay_to: isDue ? payToFor(charge, settings) : [],
    },
  }
  await mailCustomer(tx, settings, charge.user_id, mail, `${kind} ${received.id}`)
}

const valuesOf = ({ amount, reference }: MoneyMail['data']) => ({ amount: formatMoney(amount), reference })

const short = customerMailTemplate<MoneyMail['data']>((data, context) => {
  const mail = customerMail(context, data, 'short', valuesOf(data))
  return withFacts(mail, data, context, 'mails_fact_received')
})

const reversed = customerMailTemplate<MoneyMail['data']>((data, context) => {
  const mail = customerMail(context, data, data.rest ? 'reversed' : 'reversed-settled', valuesOf(data))
  return withFacts(mail, data, context, 'mails_fact_reversed')
})

const moved = customerMailTemplate<MoneyMail['data']>((data, context) => {
  const mail = customerMail(context, data, data.rest ? 'moved' : 'moved-settled', valuesOf(data))
  return withFacts(mail, data, context, 'mails_fact_moved')
})

function withFacts(
  mail: ReturnType<typeof customerMail>,
  { amount, rest, reference, pay_to }: MoneyMail['data'],
  context: Parameters<MailTemplate>[1],
  fact: 'mails_fact_received' | 'mails_fact_reversed' | 'mails_fact_moved',
): ReturnType<typeof customerMail> {
  const { translate } = context
  return {
    ...mail,
    facts: [
      ...mail.facts,
      [translate(fact), formatMoney(amount)],
      ...(rest ? [[translate('mails_fact_rest'), formatMoney(rest)] satisfies [string, string]] : []),
      [translate('mails_fact_reference'), reference],
      ...payToFacts(pay_to, context),
    ],
    button: paymentsButton(context, reference),
  }
}

/** The mails about received money, by the `kind` of their mail. */
export const moneyMailTemplates: Record<MoneyMail['kind'], MailTemplate> = {
  'payment-short': short,
  'payment-reversed': reversed,
  'payment-moved': moved,
}
