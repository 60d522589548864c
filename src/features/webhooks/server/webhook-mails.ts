import type { MailTemplate } from '../../../server/mail/layout.ts'

/** The mail to admins that an endpoint was switched off. */
export const webhookMailTemplates: Record<string, MailTemplate> = {
  'webhook-off': (data, { translate, site }) => {
    const { host } = data as { host: string }
    const subject = translate('webhooks_mail_subject', { host })
    return {
      subject,
      heading: subject,
      paragraphs: [translate('webhooks_mail_text')],
      button: { label: translate('webhooks_mail_button'), link: `${site}/admin/webhooks` },
    }
  },
}
