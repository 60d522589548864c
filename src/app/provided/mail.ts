import { randomUUIDv7 } from 'node:crypto'
import { accountMailTemplates, mailKey } from '../../features/accounts/server/account-mails.ts'
import { testMailTemplates, type MailDelivery } from '../../features/mails/server/test-mail.ts'
import type { PreviewTemplate } from '../../features/mails/server/mails.router.ts'
import type { TemplateName } from '../../features/settings/mail-templates.data.ts'
import type { MailServerServices } from '../../features/settings/server/mail-server.ts'
import { readPageSettings, readSettings } from '../../features/settings/server/settings.ts'
import { systemLookup } from '../../server/mail/sender-domain.ts'
import { requestMailTemplates } from '../../features/requests/server/request-mails.ts'
import { moneyMailTemplates } from '../../features/money/server/charges/money-mails.ts'
import { dueMailTemplates } from '../../features/money/server/charges/due-reminders.jobs.ts'
import { paymentMailTemplates } from '../../features/money/server/claims/reject-payment.ts'
import {
  invoiceAttachments,
  invoiceMailTemplates,
} from '../../features/money/server/invoices/invoice-mails.ts'
import { serviceMailTemplates } from '../../features/services/server/service-mails.ts'
import { detailsMailTemplates } from '../../features/fulfilment/server/details/details-mails.ts'
import { transferMailTemplates } from '../../features/fulfilment/server/transfers/transfer-mails.ts'
import { staffMailTemplates } from '../../features/staff-notifications/server/staff-mails.ts'
import { webhookMailTemplates } from '../../features/webhooks/server/webhook-mails.ts'
import { messageMailTemplates } from '../../features/support/server/answer-message.ts'
import { orderMailTemplates } from '../../features/orders/server/order-mails.ts'
import type { Keys } from '@kikoa/auth'
import type { Config } from '../../server/config.ts'
import type { Database } from '../../server/database/database.ts'
import type { Log } from '../../server/log.ts'
import { UnsendableMail } from '../../server/mail/queue.ts'
import { startMailWorker } from '../../server/mail/mail.jobs.ts'
import type { QueueWorker } from '../../server/queue-worker.ts'
import { type MailContext, type MailTemplate, renderHtml, renderText } from '../../server/mail/layout.ts'
import { type MailServer, senderOf } from '../../server/mail/mail-server.ts'
import type { Outgoing } from '../../server/mail/transport.ts'
import { type MessageKey, translate } from '../../server/mail/messages.ts'
import { type Locale, locales } from '../../shared/pages.ts'
import { sampleName, sampleOf } from './template-samples.ts'

const templates: Record<string, MailTemplate> = {
  ...accountMailTemplates,
  ...paymentMailTemplates,
  ...dueMailTemplates,
  ...moneyMailTemplates,
  ...invoiceMailTemplates,
  ...requestMailTemplates,
  ...serviceMailTemplates,
  ...transferMailTemplates,
  ...detailsMailTemplates,
  ...orderMailTemplates,
  ...messageMailTemplates,
  ...testMailTemplates,
  ...webhookMailTemplates,
  ...staffMailTemplates,
}

/** The most codes and links that all nodes together send in an hour. More would be an attack on a mailbox or on our reputation. */
const SECRETS_PER_HOUR = 300

const noLookup = () => Promise.reject(new Error('DNS look-ups are switched off'))

/** How mails are delivered, for the test mail of the list of mails. */
export const mailDelivery = (mailServer: MailServer, hasInternet: boolean): MailDelivery => ({
  current: () => mailServer.current(),
  lookup: hasInternet ? systemLookup : { texts: noLookup, addresses: noLookup, exchanges: noLookup },
})

/** What composing a mail needs. */
interface Composing {
  config: Config
  database: Database
}

/** Starts the mail delivery of this node. */
export function startMailDelivery(
  config: Config,
  { database, keys, mailServer, log }: { database: Database; keys: Keys; mailServer: MailServer; log: Log },
): QueueWorker {
  return startMailWorker({
    database,
    log,
    key: () => mailKey(keys),
    secretsPerHour: Math.max(1, Math.round(SECRETS_PER_HOUR * config.RATE_LIMIT_SCALE)),
    delivery: () => mailServer.current(),
    compose: composeWith({ config, database }),
  })
}

/** Sends the test mail of the form of the mail server, and waits for the server. */
export const testMail =
  (composing: Composing): MailServerServices['sendTest'] =>
  async (delivery, { id, email }) => {
    const language = await composing.database.read('service', ({ db }) =>
      db.selectFrom('profiles').select('language').where('id', '=', id).executeTakeFirst(),
    )
    const mail = {
      id: randomUUIDv7(),
      kind: 'test',
      recipient: email,
      user_id: id,
      language: language?.language ?? null,
    }
    await delivery.transport(await composeWith(composing)(mail, { to: email }, delivery))
  }

/** Fills the template of a mail. */
const composeWith =
  ({ config, database }: Composing): Parameters<typeof startMailWorker>[0]['compose'] =>
  async ({ id, kind, recipient, user_id, language }, data, delivery) => {
    const page = await readPageSettings(database, config.SITE_URL)
    const settings = await readSettings(database)
    const locale = locales.find((one) => one === language) ?? 'en'
    const images = await logoOf(database, page.business.logo)
    return {
      id,
      from: senderOf(delivery, page.business.name),
      to: recipient,
      ...writeMail(kind, data, {
        ...contextOf(locale, page),
        colour: settings['business.colour'],
        recipient: await nameOf(database, user_id),
        ownText: (template) => settings[`letters.${template as TemplateName}`][locale],
        logo: images[0] && `cid:${images[0].cid}`,
      }),
      images,
      attachments: await invoiceAttachments(database, data),
    }
  }

/** The parts of a context that are the same for all mails in a language. */
const contextOf = (locale: Locale, { business, site }: Pick<MailContext, 'business' | 'site'>) => ({
  locale,
  translate: (name: MessageKey, values?: Record<string, string>) => translate(locale, name, values),
  business,
  site,
})

/**
 * A mail from its data, in both forms.
 * @throws UnsendableMail for a kind without a template.
 */
function writeMail(
  kind: string,
  data: Record<string, unknown>,
  { logo, ...context }: MailContext & { logo: string | undefined },
): Pick<Outgoing, 'subject' | 'text' | 'html' | 'replyTo'> {
  const write = templates[kind]
  if (!write) throw new UnsendableMail(`no mail is called ${kind}`)
  const mail = write(data, context)
  return {
    subject: mail.subject,
    replyTo: mail.replyTo,
    text: renderText(mail, context),
    html: renderHtml(mail, context, logo),
  }
}

/** Shows a template as it would be sent with the given text and with data of an invented customer. */
export const templatePreview =
  (config: Config, database: Database): PreviewTemplate =>
  async ({ template, language, ...ownText }) => {
    const page = await readPageSettings(database, config.SITE_URL)
    const settings = await readSettings(database)
    const prices = { currency: settings['shop.currency'], endings: settings['catalogue.domains'] }
    const { kind, data } = sampleOf(template, prices)
    return writeMail(kind, data, {
      ...contextOf(language, page),
      colour: settings['business.colour'],
      recipient: sampleName,
      ownText: () => ownText,
      logo: page.business.logo || undefined,
    })
  }

/** The name that a mail addresses a person by; undefined for an address without an account or a name. */
async function nameOf(database: Database, user: string | null): Promise<string | undefined> {
  if (!user) return undefined
  const profile = await database.read('service', ({ db }) =>
    db
      .selectFrom('profiles')
      .select(['business_name', 'full_name'])
      .where('id', '=', user)
      .executeTakeFirst(),
  )
  return profile?.full_name || profile?.business_name || undefined
}

const mediaTypes = { png: 'image/png', jpg: 'image/jpeg' }

/** The logo as an attachment, so that mail programs fetch nothing. WebP is left out: not every program shows it. */
async function logoOf(database: Database, address: string): Promise<Outgoing['images']> {
  const [, hash] = /^\/logos\/([\w-]{43})\.(?:png|jpg)$/.exec(address) ?? []
  if (!hash) return []
  const logo = await database.read('service', ({ db }) =>
    db.selectFrom('logos').select(['type', 'bytes']).where('hash', '=', hash).executeTakeFirst(),
  )
  if (!logo || logo.type === 'webp') return []
  return [{ cid: 'logo@shop', content: logo.bytes, contentType: mediaTypes[logo.type] }]
}
