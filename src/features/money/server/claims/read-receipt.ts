import { Refused } from '../../../../shared/refusal.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import type { Settings } from '../../../settings/settings.ts'
import { isReceiptText } from '../../claims/pasted-text.ts'
import type { PaymentInput } from '../../claims/payment-input.ts'
import { readReceipt } from '../../claims/receipt-text.ts'
import { claimedMethodKey, methodKey, receiptKey } from '../../received/receipt-key.ts'
import type { payableColumns } from '../charges/payable.ts'
import { countryOf } from '../received/decide.ts'

/** The keys of a method and a receipt number, by which claims and payments are compared. */
export interface Receipt {
  method: string
  number: string
}

/** What a customer claims, with the receipt number alone, and the message beside it that it was taken out of. */
export interface ReadPayment {
  receipt: Receipt
  payment: PaymentInput
  text: string | null
}

/**
 * Reads what was entered as a receipt number: a number, or a message that it stands in.
 * @param reference of what is paid
 * Refuses with `RECEIPT_MISSING`, `RECEIPT_SEVERAL` and `RECEIPT_OTHER`.
 */
export function receiptOf(settings: Settings, typed: string, reference: string | null) {
  const accounts = settings['payments.accounts']
  const read = readReceipt(typed, {
    country: countryOf(settings),
    names: [settings['business.name'], ...accounts.map(({ holder }) => holder)],
    accounts: accounts.map(({ account }) => account),
    reference,
  })
  if ('refused' in read) throw new Refused(read.refused)
  return read
}

/**
 * Reads the claim of a payment. Refuses with `FIELDS_REQUIRED` a receipt number of punctuation alone, whose key would be
 * empty, and what `receiptOf` refuses.
 */
export async function readPayment(
  caller: CallerContext,
  column: (typeof payableColumns)[number],
  id: string,
  payment: PaymentInput,
): Promise<ReadPayment> {
  const settings = await readSettings(caller.database)
  const { payment_method: typed, receipt_number } = payment
  const method = methodKey(typed) && claimedMethodKey(typed, settings['payments.methods'])
  if (!method || !receiptKey(receipt_number)) throw new Refused('FIELDS_REQUIRED')
  const reference = isReceiptText(receipt_number) ? await referenceOf(caller, column, id) : null
  const { number, text } = receiptOf(settings, receipt_number, reference)
  return {
    receipt: { method, number: receiptKey(number) },
    payment: { ...payment, receipt_number: number },
    text,
  }
}

/** The reference of what the caller pays. */
const referenceOf = (caller: CallerContext, column: (typeof payableColumns)[number], id: string) =>
  caller.read(async ({ db }) => {
    const charge = await db
      .selectFrom('charges')
      .select('reference')
      .where(column, '=', id)
      .where('user_id', '=', caller.person())
      .where('state', '=', 'open')
      .executeTakeFirst()
    return charge?.reference ?? null
  })
