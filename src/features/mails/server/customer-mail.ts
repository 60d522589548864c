import { splitOrderName } from '../../../shared/order-name.ts'
import { textIn } from '../../../shared/texts/bilingual.ts'
import type { Transaction } from '../../../server/database/database.ts'
import { enqueue } from '../../../server/mail/queue.ts'
import type { MailContent, MailTemplate, MailContext } from '../../../server/mail/layout.ts'
import { isEmail } from '../../../shared/people/email.ts'
import { perProduct, products } from '../../products/products.ts'
import { templateText } from '../../settings/server/template-text.ts'
import type { TemplateName } from '../../settings/mail-templates.data.ts'
import type { Settings } from '../../settings/settings.ts'

/** What a mail to a customer is about: a product's name or `order`, and the name of what was asked for. */
export interface MailSubject {
  product: string
  subject: string
}

/**
 * Queues a mail to a customer in the transaction of the change that it reports. Sends nothing if the shop has
 * switched these mails off or the customer has no email address.
 * @param once a key: a mail with the same key is sent only once
 */
export async function mailCustomer<Mail extends { kind: string; data: MailSubject }>(
  tx: Transaction,
  { 'mails.requests': areOn }: Settings,
  customer: string,
  { kind, data }: Mail,
  once?: string,
): Promise<void> {
  if (!areOn) return
  const profile = await tx.db
    .selectFrom('profiles')
    .select('email')
    .where('id', '=', customer)
    .executeTakeFirst()
  if (!profile?.email || !isEmail(profile.email)) return
  await enqueue(tx, {
    kind,
    to: profile.email,
    user: customer,
    data: { ...data },
    about: data.subject,
    ...(once && { once }),
  })
}

/** Writes a mail from the data of its mail. The queue stores the data as JSON, so its type is asserted here. */
export const customerMailTemplate =
  <Data>(write: (data: Data, context: MailContext) => MailContent): MailTemplate =>
  (data, context) =>
    write(data as Data, context)

/** The screen on which a customer sees a product. A product that this version does not know is on the dashboard. */
const screens: Record<string, string> = {
  ...perProduct((name) => products[name].screens.customer),
  order: '/dashboard/orders',
}

/**
 * The parts of every mail to a customer: title, text, what it is about, and a link to its screen.
 * @param values of the variables that only this template has
 */
export function customerMail(
  context: MailContext,
  { product, subject: name }: MailSubject,
  template: TemplateName,
  values: Record<string, string> = {},
): MailContent & { facts: [string, string][] } {
  const { translate, site, business, recipient } = context
  const subject = subjectIn(translate, product, name)
  return {
    ...templateText(context, template, {
      ...values,
      subject,
      business: business.name,
      name: recipient || translate('mails_customer'),
    }),
    facts: [[translate('common_requested_ombi'), subject]],
    button: { label: translate('mails_see_it'), link: site + (screens[product] ?? '/dashboard') },
  }
}

/** A plan is named as hosting, and an order by its first item. */
function subjectIn(translate: MailContext['translate'], product: string, name: string): string {
  if (product === 'hosting') return translate('hosting_named', { plan: name })
  const { first, more } = splitOrderName(name)
  return product === 'order' && more
    ? translate('orders_and_more', { name: first, count: String(more) })
    : name
}

/** A line of a mail's facts; no line without a value. */
export const factIf = (name: string, value: string | null): [string, string][] =>
  value ? [[name, value]] : []

/** The line with what an admin wrote, in the language of the mail. */
export const feedbackFact = ({ translate, locale }: MailContext, feedback: string | null) =>
  factIf(translate('mails_fact_feedback'), textIn(feedback, locale))
