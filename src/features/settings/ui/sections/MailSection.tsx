import { Pencil } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { LinkButton } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { FieldsSection } from '../FieldsSection.tsx'
import { MailServerForm } from '../mail/MailServerForm.tsx'
import type { ShownSettings } from '../use-section.tsx'

/** The mail server, and whether customers get mails. SMS are configured by the environment and only shown. */
export function MailSection({ shown }: { shown: ShownSettings }) {
  const { sms } = shown
  return (
    <div className="flex flex-col gap-6">
      <Card aria-labelledby="mail-server-title">
        <h2 id="mail-server-title" className="text-lg font-bold">
          {m.settings_mail_server()}
        </h2>
        <p className="mt-1 max-w-text text-muted">
          {shown.mail.server ? m.mail_server_about() : m.settings_missing_mail()}
        </p>
        <div className="@container mt-5">
          <MailServerForm proposed={shown.values['business.email']} />
        </div>
      </Card>
      <FieldsSection id="mail" shown={shown} own={{}} looks={{}}>
        <LinkButton to="/admin/settings/templates" variant="secondary" className="self-start">
          <Pencil aria-hidden className="size-4" />
          {m.mail_templates_open()}
        </LinkButton>
        {sms ? (
          <dl className="grid gap-4 sm:grid-cols-2">
            <div>
              <dt className="text-sm text-muted">{m.settings_sms()}</dt>
              <dd className="font-semibold">{m.settings_sms_count({ sent: sms.sent, most: sms.most })}</dd>
            </div>
            <div>
              <dt className="text-sm text-muted">{m.settings_sms_countries()}</dt>
              <dd className="font-semibold">
                {sms.countries === 'all' ? m.settings_sms_everywhere() : sms.countries.join(', ')}
              </dd>
            </div>
            {sms.refused_countries.length > 0 ? (
              <div>
                <dt className="text-sm text-muted">{m.settings_sms_refused()}</dt>
                <dd className="font-semibold">{sms.refused_countries.join(', ')}</dd>
              </div>
            ) : null}
          </dl>
        ) : null}
      </FieldsSection>
    </div>
  )
}
