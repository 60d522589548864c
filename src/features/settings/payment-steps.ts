import * as z from 'zod/mini'

const typed = (most: number) => z.string('text').check(z.trim(), z.maxLength(most, 'too-long'))

/** How one pays by a method, step by step, and the text of its QR code. */
export const stepsShape = z.strictObject({
  /** One of the shop's payment methods. */
  method: typed(200).check(z.minLength(1, 'required')),
  /** A step a line, in both languages. (account), (reference) and (amount) stand for what is typed. */
  steps: typed(3000).check(z.minLength(1, 'required')),
  /** What the QR code of the account says; null for none. */
  qr: z.nullable(typed(500)),
})

export type PaymentSteps = z.output<typeof stepsShape>

/** The steps of a wallet: by the menu of the phone, or by its application. */
const walletSteps = (method: string, code: string): PaymentSteps => ({
  method,
  steps: `Dial ${code}, or open the ${method} app, and choose to pay a business or a bill.
Enter the business number (account).
Enter the account or reference number (reference).
Enter the amount (amount).
Check the name, and confirm with your PIN.
Keep the message with the receipt number.
---
Piga ${code}, au fungua programu ya ${method}, kisha chagua kulipa biashara au bili.
Weka namba ya biashara (account).
Weka kumbukumbu namba (reference).
Weka kiasi (amount).
Hakikisha jina, kisha thibitisha kwa namba yako ya siri.
Tunza ujumbe wenye namba ya risiti.`,
  qr: null,
})

/** The owner may change these. The menus of Tanzania, as each company publishes its code. */
export const standardSteps: PaymentSteps[] = [
  walletSteps('M-Pesa', '*150*00#'),
  walletSteps('TigoPesa', '*150*01#'),
  walletSteps('Airtel Money', '*150*60#'),
  walletSteps('HaloPesa', '*150*88#'),
  {
    method: 'Bank',
    steps: `Transfer (amount) to the account (account), in your bank's app or at a branch.
Enter (reference) as the reference or description.
Keep the receipt.
---
Hamisha (amount) kwenda akaunti (account) kwa programu ya benki yako au kwenye tawi.
Andika (reference) kama kumbukumbu namba au maelezo.
Tunza risiti.`,
    qr: null,
  },
]
