import { formatMoney, type Money } from '../../../../shared/money/money.ts'
import type { Database, Transaction } from '../../../../server/database/database.ts'
import type { Attachment } from '../../../../server/mail/transport.ts'
import { UnsendableMail } from '../../../../server/mail/queue.ts'
import type { MailTemplate } from '../../../../server/mail/layout.ts'
import {
  customerMail,
  customerMailTemplate,
  factIf,
  mailCustomer,
  type MailSubject,
} from '../../../mails/server/customer-mail.ts'
import type { Settings } from '../../../settings/settings.ts'
import { isShopMethod } from '../../received/receipt-key.ts'
import { partsPaid } from '../received/allocations.ts'
import type { ChargeOfInvoice } from './facts.ts'
import { writeInvoice } from './write-invoice.ts'

interface NoteData extends MailSubject {
  /** The id of the invoice that is attached. */
  invoice: string
  number: string
  amount: Money
  reference: string
}

interface PaymentData extends NoteData {
  method: string
  code: string | null
  /** Whether a phone or a bank has reported all of it. */
  seen: boolean
  /** Whether a wallet or a bank paid it: credit and withheld tax are no money. Mails from before lack it. */
  isMoney?: boolean
}

const noteData = ({ charge, invoice }: Pick<Confirmed, 'charge' | 'invoice'>): NoteData => ({
  product: charge.kind,
  subject: charge.subject,
  invoice: invoice.id,
  number: invoice.name,
  amount: invoice.gross,
  reference: charge.reference,
})

interface Confirmed {
  charge: ChargeOfInvoice
  invoice: { id: string; name: string; gross: Money }
  /** As the customer knows it. */
  method: string
  isMoney: boolean
  code: string | null
}

/** Queues the mail that a payment was received, with its invoice, in the transaction that confirms it. */
export async function mailInvoice(
  tx: Transaction,
  settings: Settings,
  { method, isMoney, code, ...of }: Confirmed,
): Promise<void> {
  const { charge, invoice } = of
  const parts = await partsPaid(tx).where('allocations.charge_id', '=', charge.id).execute()
  const seen = parts.every((one) => one.seen)
  const data: PaymentData = { ...noteData(of), method, isMoney, code, seen }
  await mailCustomer(tx, settings, charge.user_id, { kind: 'payment-received', data }, `paper-${invoice.id}`)
}

/** Queues the mail that an amount was credited, with its credit note, in the transaction that issues it. */
export const mailCreditNote = (
  tx: Transaction,
  settings: Settings,
  of: Pick<Confirmed, 'charge' | 'invoice'>,
): Promise<void> => {
  const mail = { kind: 'credit-note', data: noteData(of) }
  return mailCustomer(tx, settings, of.charge.user_id, mail, `paper-${of.invoice.id}`)
}

const credited = customerMailTemplate<NoteData>(({ number, amount, reference, ...about }, context) => {
  const { translate, site } = context
  const values = { amount: formatMoney(amount), reference, number }
  const mail = customerMail(context, about, 'credited', values)
  return {
    ...mail,
    facts: [
      ...mail.facts,
      [translate('common_amount'), values.amount],
      [translate('common_reference'), reference],
      [translate('invoices_mail_number'), number],
    ],
    button: { label: translate('mails_see_it'), link: `${site}/dashboard/payments` },
  }
})

const received = customerMailTemplate<PaymentData>(
  ({ number, amount, method, isMoney = !isShopMethod(method), code, reference, seen, ...about }, context) => {
    const { translate } = context
    const values = { amount: formatMoney(amount), reference, number }
    const mail = customerMail(context, about, 'received', values)
    return {
      ...mail,
      facts: [
        ...mail.facts,
        [translate(amountLabel(isMoney, seen)), values.amount],
        [translate('mails_fact_method'), method],
        ...factIf(translate('invoices_mail_code'), code),
        [translate('common_reference'), reference],
        [translate('invoices_mail_number'), number],
      ],
    }
  },
)

/** Says whether the payment has arrived or was confirmed without having been seen. Credit is neither. */
function amountLabel(isMoney: boolean, seen: boolean) {
  if (!isMoney) return 'common_amount'
  return seen ? 'payments_own_arrived' : 'payments_own_confirmed'
}

export const invoiceMailTemplates: Record<string, MailTemplate> = {
  'payment-received': received,
  'credit-note': credited,
}

/**
 * The PDF of the invoice that a mail's data names as `invoice`. An invoice whose PDF is not written yet is written now.
 * @throws UnsendableMail when there is no such invoice.
 */
export async function invoiceAttachments(
  database: Database,
  { invoice }: Record<string, unknown>,
): Promise<Attachment[]> {
  if (typeof invoice !== 'string') return []
  const written = await writeInvoice(database, invoice)
  if (!written) throw new UnsendableMail('its invoice does not exist')
  return [{ filename: `${written.name}.pdf`, content: written.pdf, contentType: 'application/pdf' }]
}
