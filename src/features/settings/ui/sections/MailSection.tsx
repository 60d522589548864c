import { PenLine } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { LinkButton } from '../../../../kit/Button.tsx'
import { FieldsSection } from '../FieldsSection.tsx'
import type { ShownSettings } from '../use-section.tsx'

/** Whether customers get mails. The delivery is configured by the environment and only shown. */
export function MailSection({ shown }: { shown: ShownSettings }) {
  const { mail, sms } = shown
  return (
    <FieldsSection id="mail" shown={shown} own={{}} looks={{}}>
      <LinkButton to="/admin/settings/templates" variant="secondary" className="self-start">
        <PenLine aria-hidden className="size-4" />
        {m.mail_templates_open()}
      </LinkButton>
      <dl className="grid gap-4 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-muted">{m.settings_mail_server()}</dt>
          <dd className="font-semibold">{mail.server ? m.settings_mail_set() : m.settings_mail_files()}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{m.settings_mail_from()}</dt>
          <dd className="font-semibold wrap-anywhere">{mail.from ?? '—'}</dd>
        </div>
        {sms ? (
          <>
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
          </>
        ) : null}
      </dl>
    </FieldsSection>
  )
}
