import * as z from 'zod/mini'
import { currency, decimal, id, needs, open, rowId, signedIn, time } from '../../shared/contract.ts'
import { legalContract } from './legal/legal.contract.ts'
import { mailServerContract } from './mail/mail-server.contract.ts'
import { codeForms, slots } from './message-templates.ts'
import { stepsShape } from './payment-steps.ts'
import { type SettingKey, settingKeys, settings } from './settings.ts'
import { showSettings } from './costs/show-settings.contract.ts'
import { accountShape, answerShape } from './shapes.ts'

const values = z.object(
  Object.fromEntries(settingKeys.map((key) => [key, settings[key].schema])),
) as unknown as z.ZodMiniObject<{ [Key in SettingKey]: (typeof settings)[Key]['schema'] }>

const shown = z.object({
  values,
  /** How often each setting was changed. Send the versions back to detect another admin's change. */
  versions: z.record(z.string(), z.number()),
  /** From when on old entries of the audit log are removed, where that waits since a change; otherwise null. */
  audit_removal_from: z.nullable(time),
  mail: z.object({
    /** Whether there is a mail server. Without one, mails are written to files. */
    server: z.boolean(),
  }),
  /** SMS codes of today (UTC); null without an SMS gateway. */
  sms: z.nullable(
    z.object({
      sent: z.number(),
      most: z.number(),
      countries: z.union([z.literal('all'), z.array(z.string())]),
      refused_countries: z.array(z.string()),
    }),
  ),
})

/** A part of a template: a text of the bank as it stands, or what a slot holds. */
export const templatePart = z.union([
  z.object({ text: z.string() }),
  z.object({ slot: z.enum(slots), form: z.optional(z.enum(codeForms)) }),
])

export const messageTemplate = z.object({
  id: rowId,
  /** Of exactly this sender. */
  sender: z.string(),
  parts: z.array(templatePart),
  /** The key of the payment method. */
  method: z.string(),
  currency,
  accepted_by: z.nullable(z.string()),
  accepted_at: time,
  revoked_at: z.nullable(time),
})

const refusals = {
  /** `path` points into the value, `reason` is a code such as `required`, `email` or `amount`. */
  SETTING_INVALID: {
    status: 400,
    message: 'This value can not be taken.',
    data: z.object({ key: z.string(), path: z.array(z.string()), reason: z.string() }),
  },
  SETTING_UNKNOWN: { status: 400, message: 'There is no such setting.', data: z.object({ key: z.string() }) },
  CONFLICT: { status: 409, message: 'Someone changed these settings meanwhile.', data: shown },
} as const

export const settingsContract = {
  ...legalContract,
  ...mailServerContract,

  /** The first screen of everybody says what is missing, and forms name the shop's payment methods. */
  show: showSettings.output(shown),

  change: needs('settings.write')
    .route({
      method: 'PATCH',
      path: '/admin/settings',
      summary: 'Change settings, all or none',
    })
    .errors(refusals)
    .input(
      z.strictObject({
        values: z.record(z.string().check(z.maxLength(60)), z.unknown()),
        /** The versions as last seen. A setting that is missing here is not checked. */
        versions: z.optional(z.record(z.string().check(z.maxLength(60)), z.number())),
      }),
    )
    .output(shown),

  /** Feedback and chat offer them, so everybody reads them. */
  answers: needs('overview.read')
    .route({
      method: 'GET',
      path: '/admin/answers',
      summary: 'Answers to insert into feedback and chat',
    })
    .output(z.object({ items: z.array(answerShape) })),

  changeCurrency: needs('settings.write')
    .route({
      method: 'POST',
      path: '/admin/settings/currency',
      summary: 'Change the currency of the shop, and convert all prices',
      description: 'Requests, orders and payments stay in the currency that they were made in.',
    })
    .errors(refusals)
    .input(
      z.strictObject({
        /** ISO 4217. */
        currency: z.string().check(z.maxLength(3)),
        /** Units of it for one unit of the present currency. */
        rate: z.number(),
        /** Prices become multiples of it, in units of the new currency. */
        step: z.number(),
        /** As last seen. A setting that is missing here counts as never changed. */
        versions: z.record(z.string().check(z.maxLength(60)), z.number()),
      }),
    )
    .output(shown),

  setLogo: needs('settings.write')
    .route({ method: 'POST', path: '/admin/settings/logo', summary: 'Give the shop a logo' })
    .errors({
      IMAGE_INVALID: { status: 400, message: 'Please choose a PNG or JPEG picture.' },
      IMAGE_TOO_LARGE: { status: 400, message: 'The picture may have 64 KB and 2000 pixels a side at most.' },
    })
    .input(z.strictObject({ /** Base64. */ image: z.string().check(z.minLength(1), z.maxLength(90_000)) }))
    .output(shown),

  messageSecret: needs('settings.read')
    .route({
      method: 'GET',
      path: '/admin/payments/message-secret',
      summary: 'When the secret of the message hook was made, never the secret itself',
    })
    .output(
      z.object({
        /** Where the phone sends messages to. */
        address: z.string(),
        created_at: z.nullable(time),
        /** Until when the secret of before is accepted. */
        previous_until: z.nullable(time),
      }),
    ),

  /** No POST: its answer is stored for no idempotency key, so that a repeated one would be another secret. */
  rotateMessageSecret: needs('settings.write')
    .meta({ secrets: ['secret'] })
    .route({
      method: 'PUT',
      path: '/admin/payments/message-secret',
      summary: 'Make a new secret, which is shown this once',
    })
    .input(z.strictObject({}))
    .output(z.object({ secret: z.string() })),

  messageTemplates: needs('settings.read')
    .route({
      method: 'GET',
      path: '/admin/payments/templates',
      summary: 'How messages of banks are read that the shop has learned, the last one first',
    })
    .output(z.object({ items: z.array(messageTemplate) })),

  revokeMessageTemplate: needs('settings.write')
    .route({
      method: 'POST',
      path: '/admin/payments/templates/{id}/revoke',
      summary: 'Read no more messages by it. What was booked stays',
    })
    .input(z.strictObject({ id }))
    .output(messageTemplate),

  /** For signed-in users only: the accounts of a business are not public. */
  paymentAccounts: signedIn
    .route({
      method: 'GET',
      path: '/payment-accounts',
      tags: ['account'],
      summary: 'Where to pay to, by method',
    })
    .output(z.object({ items: z.array(accountShape), steps: z.array(stepsShape) })),

  shop: open
    .route({
      method: 'GET',
      path: '/shop',
      tags: ['storefront'],
      summary: 'Whose shop this is, and what it sells',
    })
    .output(
      z.object({
        business: z.object({
          name: z.string(),
          logo: z.string(),
          email: z.string(),
          phone: z.string(),
          address: z.string(),
          hours: z.string(),
          payments: z.array(z.string()),
          whatsapp: z.string(),
          greeting: z.string(),
          country: z.string(),
        }),
        offers: z.object({
          currency,
          endings: z.array(
            z.object({
              ending: z.string(),
              /** Of the first year, and of each further one. Null for "price on request". */
              price: z.nullable(decimal),
              renewal: z.nullable(decimal),
              /** Of a transfer to this shop. Absent where it is that of a further year. */
              transfer: z.optional(z.nullable(decimal)),
              /** Of bringing a name back in redemption, beside its year. Absent where the shop has set none. */
              restore: z.optional(z.nullable(decimal)),
              /** The longest first term. */
              years: z.number(),
              needs: z.string(),
              searched: z.boolean(),
              shown: z.boolean(),
            }),
          ),
          /** The endings that ask more of a holder than the profile has. Absent for none. */
          asks: z.optional(z.array(z.string())),
          glued: z.array(z.string()),
          /** Promotional prices, or the lowest of the list. Null where there is none. */
          marketing: z.object({ comFrom: z.nullable(decimal), hostingFrom: z.nullable(decimal) }),
          email: z.nullable(decimal),
          website: z.nullable(decimal),
          plans: z.array(
            z.object({
              id: z.string(),
              name: z.string(),
              monthlyPrice: decimal,
              yearlyPrice: decimal,
              disk: z.string(),
              bandwidth: z.string(),
              features: z.array(z.string()),
              recommended: z.boolean(),
            }),
          ),
        }),
      }),
    ),
}
