import { dayText } from '../../../shared/dates.ts'
import { orderName } from '../../../shared/order-name.ts'
import { formatMoney, type Money } from '../../../shared/money/money.ts'
import type { MailContext, MailTemplate } from '../../../server/mail/layout.ts'
import {
  factIf,
  feedbackFact,
  customerMail,
  customerMailTemplate,
  type MailSubject,
} from '../../mails/server/customer-mail.ts'
import type { TemplateName } from '../../settings/mail-templates.data.ts'
import { type OrderRow, owedFor } from './store.ts'

interface DecidedOrderData extends MailSubject {
  /** The items that are not available any more. */
  gone: string[]
  /** Null where nothing is owed to the customer. */
  owed: Money | null
  feedback: string | null
}

/** An amount that is paid back or kept, and the credit note that is attached, if there is one. */
interface CreditData extends MailSubject {
  amount: Money
  /** The id of the credit note, and its number. */
  invoice?: string
  number?: string
}

interface RefundData extends CreditData {
  method: string
  reference: string
  /** A day, as `2026-11-22`. */
  date: string
}

/** The mails about orders, each with its data. */
export type OrderMail =
  | { kind: 'order-completed' | 'order-cancelled' | 'order-owed'; data: DecidedOrderData }
  | { kind: 'order-refunded'; data: RefundData }
  | { kind: 'order-kept'; data: CreditData }

/** The mail that a save sends when the order is completed or cancelled, or more is owed back. Undefined otherwise. */
export function mailOfReview(before: OrderRow, after: OrderRow): OrderMail | undefined {
  const owed = owedFor(after)
  const isDecided = before.status !== after.status && after.status !== 'pending'
  if (!isDecided && owed.amount <= owedFor(before).amount) return undefined
  return {
    kind: !isDecided ? 'order-owed' : after.status === 'completed' ? 'order-completed' : 'order-cancelled',
    data: {
      product: 'order',
      subject: orderName(after.lines.map(({ item }) => item)),
      gone: after.lines.filter(({ state }) => state === 'gone').map(({ item }) => item),
      owed: owed.amount === 0 ? null : owed,
      feedback: after.admin_feedback,
    },
  }
}

const decided = (letter: TemplateName): MailTemplate =>
  customerMailTemplate<DecidedOrderData>(({ gone, owed, feedback, ...about }, context) => {
    const { translate } = context
    const mail = customerMail(context, about, letter)
    return {
      ...mail,
      paragraphs: [...mail.paragraphs, ...(owed ? [translate('mails_owed_text')] : [])],
      facts: [
        ...mail.facts,
        ...factIf(translate('mails_fact_gone'), gone.join(', ')),
        ...factIf(translate('mails_fact_owed'), owed && formatMoney(owed)),
        ...feedbackFact(context, feedback),
      ],
    }
  })

const noteFact = ({ translate }: MailContext, number: string | undefined) =>
  factIf(translate('invoices_mail_number'), number ?? null)

const refunded = customerMailTemplate<RefundData>(
  ({ amount, method, reference, date, number, ...about }, context) => {
    const { translate, locale } = context
    const mail = customerMail(context, about, 'refunded', {
      amount: formatMoney(amount),
      reference,
    })
    return {
      ...mail,
      facts: [
        ...mail.facts,
        [translate('common_amount'), formatMoney(amount)],
        [translate('mails_fact_method'), method],
        [translate('mails_fact_reference'), reference],
        [translate('common_paid_on'), dayText(date, locale)],
        ...noteFact(context, number),
      ],
    }
  },
)

const kept = customerMailTemplate<CreditData>(({ amount, number, ...about }, context) => {
  const mail = customerMail(context, about, 'kept', { amount: formatMoney(amount) })
  return {
    ...mail,
    facts: [
      ...mail.facts,
      [context.translate('common_amount'), formatMoney(amount)],
      ...noteFact(context, number),
    ],
  }
})

/** The mails about orders, by the `kind` of their mail. */
export const orderMailTemplates: Record<OrderMail['kind'], MailTemplate> = {
  'order-completed': decided('completed'),
  'order-cancelled': decided('cancelled'),
  'order-owed': decided('owed'),
  'order-refunded': refunded,
  'order-kept': kept,
}
