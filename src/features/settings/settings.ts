import * as z from 'zod/mini'
import { DEFAULT_CURRENCY } from '../../shared/currency/currencies.ts'
import { oneLine } from '../../shared/texts/one-line.ts'
import { isTimeZone } from '../../shared/calendar.ts'
import { endpointsShape } from './registry-endpoints.ts'
import { endings, gluedEndings, marketing, paymentMethods, plans } from '../catalogue/catalogue.ts'
import { standardSteps, stepsShape } from './payment-steps.ts'
import { widgetShape } from './chat-widget.ts'
import { letterSettings } from './letters.ts'

/** A price as a decimal number in the shop's currency. Saving checks its decimals and its size. */
const amount = z.number('amount').check(z.nonnegative('amount'))
const lineOf = (most: number) => z.string('text').check(z.overwrite(oneLine), z.maxLength(most, 'too-long'))
const line = lineOf(200)
const filledOf = (most: number) => lineOf(most).check(z.minLength(1, 'required'))
const filled = filledOf(200)
/** A domain ending: `com`, `co.tz`. */
const ending = z
  .string('text')
  .check(z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z]{2,63})?$/, 'ending'))
/** A suffix that is appended to the searched name, with its ending: `online.com`. */
const glued = z.string('text').check(z.regex(/^[a-z0-9-]{1,30}(?:\.[a-z]{2,63}){1,2}$/, 'glued'))
const once = <Item>(items: readonly Item[]) => new Set(items).size === items.length

/** The most endings of one public search. */
const MOST_SEARCHED = 20

/** An ending with its prices, in `Ending`'s terms. */
const endingShape = z.strictObject({
  ending,
  price: z.nullable(amount),
  renewal: z.nullable(amount),
  years: z.int('years').check(z.gte(1, 'years'), z.lte(10, 'years')),
  needs: line,
  searched: z.boolean(),
  shown: z.boolean(),
})

const planText = filledOf(100)

/** A hosting plan, in `Plan`'s terms. */
const planShape = z.strictObject({
  id: z.string('text').check(z.regex(/^[a-z0-9-]{1,100}$/, 'required')),
  name: planText,
  monthlyPrice: amount,
  yearlyPrice: amount,
  disk: planText,
  bandwidth: planText,
  features: z.array(line).check(z.maxLength(12, 'too-many')),
  recommended: z.boolean(),
})

const currencyCode = z.string('currency').check(z.regex(/^[A-Z]{3}$/, 'currency'))
/** A rate of exchange. The bounds keep it within the digits of a number. */
export const rate = z.number('rate').check(z.gte(1e-9, 'rate'), z.lte(1e9, 'rate'))

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

/** A VAT rate, valid from a day in the shop's time zone until the day of the next one for the same product. */
const vatRateShape = z.strictObject({
  from: z.iso.date('date'),
  percent: z.number('percent').check(
    z.gte(0, 'percent'),
    z.lt(100, 'percent'),
    z.refine((percent) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-9, 'percent'),
  ),
  /** The product that it is for; null for all without a rate of their own. */
  product: z.nullable(z.enum(['domain', 'email', 'hosting'])),
})

const dayCount = z.int('whole').check(z.gte(1, 'days'), z.lte(1000, 'days'))

/** What follows an expiry. All days count from the expiry; null: a person decides. */
const afterExpiry = z
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

/** An answer that admins use often. */
export const answerShape = z.strictObject({
  name: filledOf(60),
  text: z.string('text').check(z.trim(), z.minLength(1, 'required'), z.maxLength(2000, 'too-long')),
})

/** The start of the numbers of a series of papers. */
const series = z.string('text').check(z.regex(/^[A-Z][A-Z0-9]{0,9}$/, 'series'))

/** The number of the first invoice of a year, where that is not 1. */
const firstNumber = z.strictObject({
  year: z.int('whole').check(z.gte(2000, 'whole'), z.lte(9999, 'whole')),
  number: z.int('whole').check(z.gte(1, 'whole'), z.lte(999_999_999, 'whole')),
})

/** A colour as `#0b6b63`. */
const colour = z.string('colour').check(z.regex(/^#[\da-f]{6}$/, 'colour'))

export type PaymentAccount = z.output<typeof accountShape>

const setting = <Schema extends z.ZodMiniType>(schema: Schema, standard: z.output<Schema>) => ({
  schema,
  standard,
})

/**
 * Every setting of the shop with its schema and default. Each issue of a schema is a reason code, for which the screens
 * have a sentence.
 */
export const settings = {
  /**
   * The currency of all prices, and of what is requested and ordered from now on (ISO 4217). Only a conversion changes
   * it. Any code may be stored, so that no update of `Intl` turns the prices into dollars.
   */
  'shop.currency': setting(currencyCode, DEFAULT_CURRENCY),
  'business.name': setting(filledOf(60), 'Kikoa'),
  /** The file of a stored logo: the hash of its bytes, and its type. */
  'business.logo': setting(
    z.nullable(z.string('logo').check(z.regex(/^[\w-]{43}\.(?:png|jpg|webp)$/, 'logo'))),
    null,
  ),
  /** The colour of invoices and mails; null for a dark grey. */
  'business.colour': setting(z.nullable(colour), null),
  'business.email': setting(z.nullable(line.check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'email'))), null),
  'business.phone': setting(z.nullable(line.check(z.regex(/^\+?[\d\s().-]{5,30}$/, 'phone'))), null),
  'business.address': setting(z.nullable(line), null),
  /** When somebody answers, as the public pages show it. */
  'business.hours': setting(z.nullable(line), null),
  /** Digits with the country code, as wa.me requires. */
  'business.whatsapp': setting(
    z.nullable(z.string('text').check(z.regex(/^[1-9]\d{6,14}$/, 'whatsapp'))),
    null,
  ),
  /** The start of a customer's first WhatsApp message; null for none. */
  'business.whatsappGreeting': setting(z.nullable(filled), null),
  /** The chat of a provider instead of the product's own. */
  'chat.widget': setting<typeof widgetShape>(widgetShape, { provider: 'none' }),
  /** The minutes within which customers are promised an answer in the chat. */
  'chat.answerMinutes': setting(z.int('whole').check(z.gte(1, 'whole'), z.lte(10_080, 'whole')), 10),
  'payments.methods': setting(
    z.array(filled).check(z.minLength(1, 'required'), z.maxLength(20, 'too-many'), z.refine(once, 'twice')),
    [...paymentMethods],
  ),
  /** The accounts that customers pay to, by method. */
  'payments.accounts': setting(
    z.array(accountShape).check(z.maxLength(20, 'too-many'), (rows) => {
      for (const [at, one] of rows.value.entries())
        if (Boolean(one.currency) !== Boolean(one.rate))
          rows.issues.push({
            code: 'custom',
            input: one,
            path: [at, one.currency ? 'rate' : 'currency'],
            message: one.currency ? 'rate' : 'currency',
          })
    }),
    [],
  ),
  /** Who activates what was paid: an admin, or the program where received money matches. */
  'payments.activate': setting(z.enum(['by-hand', 'matched']), 'by-hand'),
  /** How one pays by each method, step by step. */
  'payments.steps': setting(
    z.array(stepsShape).check(
      z.maxLength(20, 'too-many'),
      z.refine((rows) => once(rows.map(({ method }) => method)), 'twice'),
    ),
    standardSteps,
  ),
  'catalogue.marketing': setting(z.strictObject({ comFrom: amount, hostingFrom: amount }), { ...marketing }),
  /** The endings that the shop sells, in the order of the pages. */
  'catalogue.domains': setting(
    z.array(endingShape).check(
      z.maxLength(40, 'too-many'),
      z.refine((rows) => once(rows.map((row) => row.ending)), 'twice'),
      z.refine((rows) => rows.some(({ searched }) => searched), 'none-searched'),
      z.refine((rows) => rows.filter(({ searched }) => searched).length <= MOST_SEARCHED, 'too-many'),
    ),
    endings.map((one) => ({ ...one })),
  ),
  /** A year of an e-mail address; null for "price on request". */
  'catalogue.email': setting(z.nullable(amount), null),
  /** The lowest price of a website; null for "price on request". */
  'catalogue.website': setting(z.nullable(amount), null),
  /** The hosting plans, in the order of the pages. */
  'catalogue.plans': setting(
    z.array(planShape).check(
      z.maxLength(12, 'too-many'),
      z.refine((rows) => once(rows.map(({ name }) => name)) && once(rows.map(({ id }) => id)), 'twice'),
    ),
    plans.map((plan) => ({ ...plan, features: [...plan.features] })),
  ),
  'domains.gluedEndings': setting(z.array(glued).check(z.maxLength(5, 'too-many'), z.refine(once, 'twice')), [
    ...gluedEndings,
  ]),
  /** RDAP and WHOIS endpoints that replace the built-in ones. */
  'availability.endpoints': setting(endpointsShape, {}),
  /** Renew immediately, or after a payment. */
  renewals: setting(z.enum(['instant', 'paid']), 'instant'),
  /** What follows the expiry of a service, by product. Nothing is suspended or ended unless it is set here. */
  'services.afterExpiry': setting(
    z.strictObject({ domain: afterExpiry, email: afterExpiry, hosting: afterExpiry }),
    {
      domain: { grace: 0, suspend: null, end: null },
      email: { grace: 0, suspend: null, end: null },
      hosting: { grace: 0, suspend: null, end: null },
    },
  ),
  /** ISO 3166-1 alpha-2 of the country that sign-up starts with; null for the first of the list. */
  'accounts.defaultCountry': setting(
    z.nullable(z.string('country').check(z.regex(/^[A-Z]{2}$/, 'country'))),
    null,
  ),
  /** Who answers a request for a domain: an admin, or the program at once where the name is free and has a price. */
  'requests.answer': setting(z.enum(['admin', 'at-once']), 'admin'),
  /** How many requests of a product a customer may have open at a time; null for any number. */
  'requests.mostOpen': setting(
    z.nullable(z.number('amount').check(z.int('amount'), z.gte(1, 'amount'), z.lte(100_000, 'amount'))),
    200,
  ),
  /** Answers that admins insert into feedback and chat, in both languages. */
  'answers.canned': setting(
    z.array(answerShape).check(
      z.maxLength(50, 'too-many'),
      z.refine((rows) => once(rows.map(({ name }) => name)), 'twice'),
    ),
    [],
  ),
  /**
   * The minutes after which a request, order or payment has waited too long for an admin. Customers are promised feedback
   * within ten minutes, so that it can't be more.
   */
  'requests.promiseMinutes': setting(z.int('promise').check(z.gte(1, 'promise'), z.lte(10, 'promise')), 10),
  /** The time zone of the shop's calendar: of the days on papers, and of the VAT rates. */
  'shop.timeZone': setting(filled.check(z.refine(isTimeZone, 'time-zone')), 'Africa/Dar_es_Salaam'),
  /** The business as papers name it; null: as the pages do. */
  'papers.legalName': setting(z.nullable(line), null),
  'papers.address': setting(z.nullable(line), null),
  /** The taxpayer's number. */
  'papers.tin': setting(z.nullable(line), null),
  /** The VAT registration number. Without it no paper has VAT. */
  'papers.vrn': setting(z.nullable(line), null),
  'papers.vatRates': setting(
    z.array(vatRateShape).check(
      z.maxLength(40, 'too-many'),
      z.refine((rates) => once(rates.map(({ from, product }) => `${product} ${from}`)), 'twice'),
    ),
    [],
  ),
  /** Whether the prices of the catalogue and of offers contain VAT. */
  'papers.prices': setting(z.enum(['inclusive', 'exclusive']), 'inclusive'),
  'papers.invoiceSeries': setting(series, 'INV'),
  /** Goes on from another program. It counts until its year has an invoice with the prefix. */
  'papers.firstNumber': setting(z.nullable(firstNumber), null),
  /** Whether the numbers of invoices start again each year, in the shop's time zone. */
  'papers.numbersRestart': setting(z.enum(['yearly', 'never']), 'yearly'),
  'papers.creditSeries': setting(series, 'CN'),
  /** Whether customers get mails about their requests and expiry dates. */
  'mails.requests': setting(z.boolean(), true),
  /** Whether a sign-up goes straight on. Where the address must be confirmed, that comes first. */
  'accounts.logInAfterSignUp': setting(z.boolean(), false),
  /** Whether admins need a second factor. */
  'accounts.adminsNeedFactor': setting(z.boolean(), false),
  /** Whether an admin has dismissed the list of what a new shop has to set. */
  'shop.isSetUp': setting(z.boolean(), false),
  ...letterSettings,
} as const

export type SettingKey = keyof typeof settings
export type Settings = { [Key in SettingKey]: z.output<(typeof settings)[Key]['schema']> }

export const settingKeys = Object.keys(settings) as SettingKey[]
