import * as z from 'zod/mini'
import { oneLine } from '../../shared/texts/one-line.ts'
import { answerFormats, MOST_ANSWER, needsLabel, questionKinds } from '../catalogue/questions.ts'

/** The shapes of the values of settings. Each issue is a reason code, for which the screens have a sentence. */

/** A price as a decimal number in the shop's currency. Saving checks its decimals and its size. */
export const amount = z.number('amount').check(z.nonnegative('amount'))
const lineOf = (most: number) => z.string('text').check(z.overwrite(oneLine), z.maxLength(most, 'too-long'))
export const line = lineOf(200)
export const filledOf = (most: number) => lineOf(most).check(z.minLength(1, 'required'))
export const filled = filledOf(200)
/** A suffix that is appended to the searched name, with its ending: `online.com`. */
const glued = z.string('text').check(z.regex(/^[a-z0-9-]{1,30}(?:\.[a-z]{2,63}){1,2}$/, 'glued'))
/** A text of an owner in lines, without characters that nobody sees. PostgreSQL stores no NUL. */
export const longText = z
  .string('text')
  .check(
    z.trim(),
    z.minLength(1, 'required'),
    z.maxLength(20_000, 'too-long'),
    z.regex(/^[^\p{Cc}]*(?:[\t\n\r][^\p{Cc}]*)*$/u, 'other'),
  )
const once = <Item>(items: readonly Item[]) => new Set(items).size === items.length

/** A list of at most so many rows, of which no two have the same name. */
export const listOf = <Row extends z.ZodMiniType>(
  row: Row,
  most: number,
  nameOf: (row: z.output<Row>) => unknown,
) =>
  z.array(row).check(
    z.maxLength(most, 'too-many'),
    z.refine((rows) => once(rows.map(nameOf)), 'twice'),
  )

export const gluedShape = listOf(glued, 5, (name) => name)
export const methodsShape = listOf(filled, 20, (name) => name).check(z.minLength(1, 'required'))

const endingText = z
  .string('text')
  .check(z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z]{2,63})?$/, 'ending'))

/** The most endings of one public search. */
const MOST_SEARCHED = 20

/** The endings with their prices, in `Ending`'s terms. */
export const endingsShape = listOf(
  z.strictObject({
    /** `com`, `co.tz`. */
    ending: endingText,
    price: z.nullable(amount),
    renewal: z.nullable(amount),
    transfer: z.optional(z.nullable(amount)),
    restore: z.optional(z.nullable(amount)),
    years: z.int('years').check(z.gte(1, 'years'), z.lte(10, 'years')),
    needs: line,
    searched: z.boolean(),
    shown: z.boolean(),
  }),
  40,
  ({ ending }) => ending,
).check(
  z.refine((rows) => rows.some(({ searched }) => searched), 'none-searched'),
  z.refine((rows) => rows.filter(({ searched }) => searched).length <= MOST_SEARCHED, 'too-many'),
)

/** The number of characters of an answer. */
const length = z.nullable(z.int('whole').check(z.gte(1, 'whole'), z.lte(MOST_ANSWER, 'whole')))

/** What endings ask of a holder, in `Question`'s terms. */
export const questionsShape = listOf(
  z
    .strictObject({
      ending: endingText,
      id: z.string('text').check(z.regex(/^[a-z][a-z0-9-]{0,59}$/, 'required')),
      kind: z.enum(questionKinds),
      label: line,
      required: z.boolean(),
      format: z.enum(answerFormats),
      min: length,
      max: length,
      options: z.array(filledOf(100)).check(z.maxLength(40, 'too-many')),
      field: lineOf(100),
    })
    .check(({ value, issues }) => {
      const refuse = (field: keyof typeof value, message: string) =>
        issues.push({ code: 'custom', input: value, path: [field], message })
      if (needsLabel(value.kind) && !value.label) refuse('label', 'required')
      if (value.kind === 'choice' && value.options.length < 2) refuse('options', 'required')
      if (value.min !== null && value.max !== null && value.max < value.min) refuse('max', 'whole')
    }),
  60,
  ({ ending, id }) => `${ending} ${id}`,
)

const planText = filledOf(100)

/** The hosting plans, in `Plan`'s terms. */
export const plansShape = listOf(
  z.strictObject({
    id: z.string('text').check(z.regex(/^[a-z0-9-]{1,100}$/, 'required')),
    name: planText,
    monthlyPrice: amount,
    yearlyPrice: amount,
    disk: planText,
    bandwidth: planText,
    features: z.array(line).check(z.maxLength(12, 'too-many')),
    recommended: z.boolean(),
  }),
  12,
  ({ name }) => name,
).check(z.refine((rows) => once(rows.map(({ id }) => id)), 'twice'))

export const currencyCode = z.string('currency').check(z.regex(/^[A-Z]{3}$/, 'currency'))
/** A rate of exchange. The bounds keep it within the digits of a number. */
export const rate = z.number('rate').check(z.gte(1e-9, 'rate'), z.lte(1e9, 'rate'))

export const costRates = listOf(
  z.strictObject({ currency: currencyCode, shop_currency: currencyCode, rate }),
  40,
  ({ currency, shop_currency }) => `${currency} ${shop_currency}`,
)

export const costMarkup = z.strictObject({
  percent: z.number('percent').check(z.gte(0, 'percent'), z.lte(1000, 'percent')),
  step: z.nullable(z.number('step').check(z.positive('step'), z.lte(1e9, 'step'))),
  currency: z.nullable(currencyCode),
})

/** An account for one payment method: a till or phone number, or a bank account. */
export const accountShape = z.strictObject({
  /** One of the shop's payment methods. */
  method: filledOf(200),
  /** The number or account to pay, as the payer types it. */
  account: filledOf(100),
  /** The name that the payer sees before confirming. */
  holder: z.nullable(lineOf(100)),
  /** Other information for the payer, such as a branch or a reference. */
  note: z.nullable(z.string('text').check(z.trim(), z.maxLength(500, 'too-long'))),
  /** What this account is paid in (ISO 4217). Without one it is the currency of what is paid for. */
  currency: z.optional(z.nullable(currencyCode)),
  /** Units of its currency for one unit of the shop's. */
  rate: z.optional(z.nullable(rate)),
})

export const accountsShape = z.array(accountShape).check(z.maxLength(20, 'too-many'), (rows) => {
  for (const [at, one] of rows.value.entries())
    if (Boolean(one.currency) !== Boolean(one.rate))
      rows.issues.push({
        code: 'custom',
        input: one,
        path: [at, one.currency ? 'rate' : 'currency'],
        message: one.currency ? 'rate' : 'currency',
      })
})

/** VAT rates, each valid from a day in the shop's time zone until the day of the next one for the same product. */
export const vatRatesShape = listOf(
  z.strictObject({
    from: z.iso.date('date'),
    percent: z.number('percent').check(
      z.gte(0, 'percent'),
      z.lt(100, 'percent'),
      z.refine((percent) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-9, 'percent'),
    ),
    /** The product that it is for; null for all without a rate of their own. */
    product: z.nullable(z.enum(['domain', 'email', 'hosting'])),
  }),
  40,
  ({ from, product }) => `${product} ${from}`,
)

const dayCount = z.int('whole').check(z.gte(1, 'days'), z.lte(1000, 'days'))

/** What follows an expiry of one product. All days count from the expiry; null: a person decides. */
const afterExpiryOf = z
  .strictObject({
    /** How long the service is in grace: the customer gets a mail at its start. */
    grace: z.int('whole').check(z.gte(0, 'days'), z.lte(1000, 'days')),
    suspend: z.nullable(dayCount),
    end: z.nullable(dayCount),
  })
  .check(({ value, issues }) => {
    const { grace, suspend, end } = value
    const refuse = (field: 'suspend' | 'end') =>
      issues.push({ code: 'custom', input: value, path: [field], message: 'day-order' })
    if (suspend !== null && suspend < grace) refuse('suspend')
    if (end !== null && end < Math.max(grace, suspend ?? 0)) refuse('end')
  })

export const afterExpiry = z.strictObject({
  domain: afterExpiryOf,
  email: afterExpiryOf,
  hosting: afterExpiryOf,
})

/** An answer that admins use often. */
export const answerShape = z.strictObject({
  name: filledOf(60),
  text: z.string('text').check(z.trim(), z.minLength(1, 'required'), z.maxLength(2000, 'too-long')),
})

/** Promotional prices, which are never charged. Null for the lowest price of the list. */
export const marketing = z.strictObject({ comFrom: z.nullable(amount), hostingFrom: z.nullable(amount) })

/** The file of a stored logo: the hash of its bytes, and its type. */
export const logoFile = z.string('logo').check(z.regex(/^[\w-]{43}\.(?:png|jpg|webp)$/, 'logo'))

/** A colour as `#0b6b63`. */
export const colour = z.string('colour').check(z.regex(/^#[\da-f]{6}$/, 'colour'))

/** The start of the numbers of a series of invoices. */
export const series = z.string('text').check(z.regex(/^[A-Z][A-Z0-9]{0,9}$/, 'series'))

/** The number of the first invoice of a year, where that is not 1. */
export const firstNumber = z.strictObject({
  year: z.int('whole').check(z.gte(2000, 'whole'), z.lte(9999, 'whole')),
  number: z.int('whole').check(z.gte(1, 'whole'), z.lte(999_999_999, 'whole')),
})
