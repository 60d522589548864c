import { formatMoney, type Money } from '../../../../shared/money/money.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import type { MailTemplate } from '../../../../server/mail/layout.ts'
import type { MessageKey } from '../../../../server/mail/messages.ts'
import { moneyFromColumn } from '../../../../server/database/tables.ts'
import {
  customerMail,
  customerMailTemplate,
  factIf,
  mailCustomer,
  type MailSubject,
} from '../../../mails/server/customer-mail.ts'
import type { TemplateName } from '../../../settings/mail-templates.data.ts'
import { readStored } from '../../../settings/server/settings.ts'
import { shopMethods } from '../../received/receipt-key.ts'
import { type Charge, restOf } from './charges.ts'
import type { Allocation, Undone } from '../received/allocations.ts'
import { paymentsButton, type PayTo, payToFacts, payToFor } from './pay-to.ts'

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

/** @param settled the template where nothing is to be paid any more */
const template = (fact: MessageKey, template: TemplateName, settled = template) =>
  customerMailTemplate<MoneyMail['data']>((data, context) => {
    const { amount, rest, reference, pay_to } = data
    const { translate } = context
    const values = { amount: formatMoney(amount), reference }
    const { facts, ...mail } = customerMail(context, data, rest ? template : settled, values)
    return {
      ...mail,
      facts: [
        ...facts,
        [translate(fact), values.amount],
        ...factIf(translate('common_still_to_be_paid'), rest && formatMoney(rest)),
        [translate('mails_fact_reference'), reference],
        ...payToFacts(pay_to, context),
      ],
      button: paymentsButton(context, reference),
    }
  })

export const moneyMailTemplates: Record<MoneyMail['kind'], MailTemplate> = {
  'payment-short': template('mails_fact_received', 'short'),
  'payment-reversed': template('mails_fact_reversed', 'reversed', 'reversed-settled'),
  'payment-moved': template('mails_fact_moved', 'moved', 'moved-settled'),
}
