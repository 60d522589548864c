import { dayText } from '../../../shared/dates.ts'
import { formatMoney, type Money } from '../../../shared/money/money.ts'
import type { MailContent, MailContext, MailTemplate } from '../../../server/mail/layout.ts'
import {
  feedbackFact,
  customerMail,
  customerMailTemplate,
  type MailSubject,
} from '../../mails/server/customer-mail.ts'
import { type PayTo, payToFacts, payPage } from '../../money/server/charges/pay-to.ts'
import type { Stage } from '../../products/life-cycle.ts'
import { isTransfer } from '../../products/domain.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import { type AccessData, accessFacts, accessPage } from './access/access-mail.ts'
import { type ExpiryData, registryFacts } from './renewals/registry-term.ts'
import { priceOf, type RequestRow } from './store.ts'

/** The mails about requests and services, each with its data. */
type RequestMail =
  | {
      kind: 'request-offered'
      /** `pay_to`: the shop's accounts that take the payment, and what is paid to those with another currency. */
      data: MailSubject & {
        price: Money
        feedback: string | null
        pay_to: PayTo[]
        reference: string | null
        /** The name is transferred here, and not registered. */
        transfer?: true
      }
    }
  | { kind: 'request-suggested'; data: MailSubject & { suggestions: string[]; feedback: string | null } }
  | { kind: 'request-rejected'; data: MailSubject & { feedback: string | null; transfer?: true } }
  | { kind: 'request-activated'; data: MailSubject & { renewal: boolean } & AccessData }
  | { kind: 'record-access'; data: MailSubject & AccessData }
  | { kind: 'expiry-reminder'; data: MailSubject & ExpiryData }
  | { kind: 'record-suspended' | 'record-resumed'; data: MailSubject }

interface Saved {
  stage: Stage
  price: Money | null
  admin_feedback: string | null
  suggestions: string[] | null
}

/**
 * The mail that an admin's save sends: for an activation, a new offer or price, new suggestions, or a new rejection.
 * Undefined for any other save.
 */
export function mailOfReview(
  product: ProductDefinition,
  {
    before,
    saved,
    isActivated,
    accounts,
    reference,
    access,
  }: {
    before: RequestRow
    saved: Saved
    isActivated: boolean
    /** Where an offer is paid. */
    accounts: PayTo[]
    /** Of the charge of an offer. */
    reference: string | null
    /** Of the service of an activation. */
    access?: AccessData
  },
): RequestMail | undefined {
  const about = { product: product.name, subject: before.subject }
  if (isActivated)
    return {
      kind: 'request-activated',
      data: { ...about, renewal: Boolean(before.renews), ...(before.renews ? {} : access) },
    }
  const isNew = saved.stage !== before.stage
  const moves = isTransfer(before) ? { transfer: true as const } : {}
  const { admin_feedback: feedback, price } = saved
  if (saved.stage === 'offered' && price && (isNew || price.amount !== priceOf(before)?.amount))
    return {
      kind: 'request-offered',
      data: { ...about, price, feedback, pay_to: accounts, reference, ...moves },
    }
  if (saved.stage === 'suggested' && (isNew || saved.suggestions?.join() !== before.suggestions?.join()))
    return {
      kind: 'request-suggested',
      data: { ...about, suggestions: saved.suggestions ?? [], feedback },
    }
  if (saved.stage === 'rejected' && isNew)
    return { kind: 'request-rejected', data: { ...about, feedback, ...moves } }
  return undefined
}

type DataOf<Kind extends RequestMail['kind']> = Extract<RequestMail, { kind: Kind }>['data']

const template = <Kind extends RequestMail['kind']>(
  write: (data: DataOf<Kind>, context: Parameters<MailTemplate>[1]) => MailContent,
) => customerMailTemplate<DataOf<Kind>>(write)

/** A mail with the facts of its service, and with a link to the service's own page. */
function withAccess(
  { facts, button, ...mail }: ReturnType<typeof customerMail>,
  about: MailSubject & AccessData,
  context: MailContext,
): MailContent {
  const page = accessPage(about.product, about.subject, about)
  return {
    ...mail,
    facts: [...facts, ...accessFacts(context, about.product, about)],
    button: page ? { ...button!, link: context.site + page } : button,
  }
}

/** The mails about requests and services, by the `kind` of their mail. */
export const requestMailTemplates: Record<RequestMail['kind'], MailTemplate> = {
  'request-offered': template<'request-offered'>(
    ({ price, feedback, pay_to, reference, transfer, ...about }, context) => {
      const letter = transfer ? 'transfer-offered' : 'offered'
      const { facts, button, ...rest } = customerMail(context, about, letter, {
        amount: formatMoney(price),
      })
      return {
        ...rest,
        facts: [
          ...facts,
          [context.translate('common_price'), formatMoney(price)],
          ...payToFacts(pay_to, context),
          ...(reference
            ? [[context.translate('mails_fact_reference'), reference] satisfies [string, string]]
            : []),
          ...feedbackFact(context, feedback),
        ],
        button: {
          label: context.translate('common_confirm_payment'),
          link: reference ? payPage(context.site, reference) : button!.link,
        },
      }
    },
  ),

  'request-suggested': template<'request-suggested'>(({ suggestions, feedback, ...about }, context) => {
    const { facts, ...rest } = customerMail(context, about, 'suggested', {
      suggestions: suggestions.join(', '),
    })
    return {
      ...rest,
      facts: [
        ...facts,
        [context.translate('common_suggestions'), suggestions.join(', ')],
        ...feedbackFact(context, feedback),
      ],
    }
  }),

  'request-rejected': template<'request-rejected'>(({ feedback, transfer, ...about }, context) => {
    const { facts, ...rest } = customerMail(context, about, transfer ? 'transfer-refused' : 'rejected')
    return { ...rest, facts: [...facts, ...feedbackFact(context, feedback)] }
  }),

  'request-activated': template<'request-activated'>(({ renewal, ...about }, context) =>
    withAccess(customerMail(context, about, renewal ? 'renewed' : 'active'), about, context),
  ),

  'record-access': template<'record-access'>((about, context) =>
    withAccess(customerMail(context, about, 'access'), about, context),
  ),

  'record-suspended': template<'record-suspended'>((about, context) => {
    const { button, ...rest } = customerMail(context, about, 'suspended')
    return {
      ...rest,
      button: {
        ...button!,
        label: context.translate('mails_due_button'),
        link: `${context.site}/dashboard/payments`,
      },
    }
  }),

  'record-resumed': template<'record-resumed'>((about, context) => customerMail(context, about, 'resumed')),

  'expiry-reminder': template<'expiry-reminder'>(({ expires_at, registry, ...about }, context) => {
    const expires = dayText(expires_at, context.locale)
    const { facts, ...rest } = customerMail(context, about, 'expiry', { expires })
    return {
      ...rest,
      facts: [
        ...facts,
        [context.translate('mails_fact_expires'), expires],
        ...registryFacts(context, registry),
      ],
    }
  }),
}
