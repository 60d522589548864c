import type { MailContent, MailTemplate, MailContext } from '../../../../server/mail/layout.ts'
import type { MessageKey } from '../../../../server/mail/messages.ts'
import { perProduct, products } from '../../../products/products.ts'
import type { News, OrderNews } from '../write-to-customer.ts'

type Of<Kind extends News['kind']> = Extract<News, { kind: Kind }>['data']

/** A letter from the data that its news came with. */
const filled =
  <Kind extends News['kind']>(write: (data: Of<Kind>, writing: MailContext) => MailContent): MailTemplate =>
  (data, writing) =>
    write(data as unknown as Of<Kind>, writing)

/** The screen on which a customer sees a product. A product that this version does not know is on the dashboard. */
const screens: Record<string, string> = {
  ...perProduct((name) => products[name].screens.customer),
  order: '/dashboard/orders',
}

/** What every letter about something asked for has: what it is about, and the way to it. */
function about(
  { translate, site, business }: MailContext,
  { product, subject }: { product: string; subject: string },
  [title, text]: [title: MessageKey, text: MessageKey],
): MailContent {
  const values = { subject, business: business.name }
  const heading = translate(title, values)
  return {
    subject: heading,
    heading,
    paragraphs: [translate(text, values)],
    facts: [[translate('mails_fact_subject'), subject]],
    button: { label: translate('mails_see_it'), link: site + (screens[product] ?? '/dashboard') },
  }
}

const fact = (name: string, value: string | null): [string, string][] => (value ? [[name, value]] : [])

const offered = filled<'request-offered'>(({ price, feedback, pay_to = [], ...rest }, writing) => {
  const letter = about(writing, rest, ['mails_offered_subject', 'mails_offered_text'])
  return {
    ...letter,
    facts: [
      ...letter.facts!,
      [writing.translate('mails_fact_price'), `$${price}`],
      ...pay_to.map(({ method, account, holder, note }): [string, string] => [
        writing.translate('mails_fact_pay_to', { method }),
        [account, holder, note].filter(Boolean).join(' · '),
      ]),
      ...fact(writing.translate('mails_fact_feedback'), feedback),
    ],
    button: { ...letter.button!, label: writing.translate('mails_offered_button') },
  }
})

const suggested = filled<'request-suggested'>(({ suggestions, feedback, ...rest }, writing) => {
  const letter = about(writing, rest, ['mails_suggested_subject', 'mails_suggested_text'])
  return {
    ...letter,
    facts: [
      ...letter.facts!,
      [writing.translate('mails_fact_suggestions'), suggestions.join(', ')],
      ...fact(writing.translate('mails_fact_feedback'), feedback),
    ],
  }
})

const rejected = filled<'request-rejected'>(({ feedback, ...rest }, writing) => {
  const letter = about(writing, rest, ['mails_rejected_subject', 'mails_rejected_text'])
  return { ...letter, facts: [...letter.facts!, ...fact(writing.translate('mails_fact_feedback'), feedback)] }
})

const activated = filled<'request-activated'>(({ renewal, ...rest }, writing) => {
  return about(
    writing,
    rest,
    renewal ? ['mails_renewed_subject', 'mails_renewed_text'] : ['mails_active_subject', 'mails_active_text'],
  )
})

const paymentRejected = filled<'payment-rejected'>(({ reason, active, ...rest }, writing) => {
  const letter = about(writing, rest, [
    'mails_payment_subject',
    active ? 'mails_payment_active_text' : 'mails_payment_text',
  ])
  return { ...letter, facts: [...letter.facts!, [writing.translate('mails_fact_reason'), reason]] }
})

const order =
  (title: MessageKey, text: MessageKey): MailTemplate =>
  (data, writing) => {
    const { gone, owed, feedback, ...rest } = data as unknown as OrderNews
    const { translate } = writing
    const letter = about(writing, rest, [title, text])
    return {
      ...letter,
      paragraphs: [...letter.paragraphs, ...(owed ? [translate('mails_owed_text')] : [])],
      facts: [
        ...letter.facts!,
        ...fact(translate('mails_fact_gone'), gone.join(', ')),
        ...fact(translate('mails_fact_owed'), owed && `$${owed}`),
        ...fact(translate('mails_fact_feedback'), feedback),
      ],
    }
  }

const refunded = filled<'order-refunded'>(({ amount, method, reference, date, ...rest }, writing) => {
  const { translate, locale } = writing
  const letter = about(writing, rest, ['mails_refunded_subject', 'mails_refunded_text'])
  return {
    ...letter,
    facts: [
      ...letter.facts!,
      [translate('mails_fact_amount'), `$${amount}`],
      [translate('mails_fact_method'), method],
      [translate('mails_fact_reference'), reference],
      [translate('mails_fact_paid_on'), dayOf(date, locale)],
    ],
  }
})

const expiring = filled<'expiry-reminder'>(({ expires_at, ...rest }, writing) => {
  const letter = about(writing, rest, ['mails_expiry_subject', 'mails_expiry_text'])
  return {
    ...letter,
    facts: [...letter.facts!, [writing.translate('mails_fact_expires'), dayOf(expires_at, writing.locale)]],
  }
})

/** A day in UTC, as the shop counts. */
const dayOf = (time: string, locale: string) =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(time),
  )

/** Every mail about something a customer asked for, by its kind. */
export const requestLetters: Record<News['kind'], MailTemplate> = {
  'request-offered': offered,
  'request-suggested': suggested,
  'request-rejected': rejected,
  'request-activated': activated,
  'payment-rejected': paymentRejected,
  'order-completed': order('mails_completed_subject', 'mails_completed_text'),
  'order-cancelled': order('mails_cancelled_subject', 'mails_cancelled_text'),
  'order-owed': order('mails_owed_subject', 'mails_gone_text'),
  'order-refunded': refunded,
  'expiry-reminder': expiring,
}
