import * as z from 'zod/mini'

/** Where money for one method goes: a till or phone number, or a bank account. */
export const accountShape = z.strictObject({
  /** One of the shop's payment methods. */
  method: z.string('text').check(z.trim(), z.minLength(1, 'required'), z.maxLength(200, 'too-long')),
  /** The number or account to pay, as the payer types it. */
  account: z.string('text').check(z.trim(), z.minLength(1, 'required'), z.maxLength(100, 'too-long')),
  /** The name that the payer sees before confirming. */
  holder: z.nullable(z.string('text').check(z.trim(), z.maxLength(100, 'too-long'))),
  /** What else a payer must know, such as a branch or a reference. */
  note: z.nullable(z.string('text').check(z.trim(), z.maxLength(500, 'too-long'))),
})

export type PaymentAccount = z.output<typeof accountShape>
