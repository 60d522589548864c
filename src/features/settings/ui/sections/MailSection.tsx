import { m } from '../../../../paraglide/messages.js'
import { Card } from '../../../../platform/ui/kit/Card.tsx'
import type { SectionProps } from './sections.ts'

/** Where mails go: decided by the environment, so it is told here and not changed. */
export function MailSection({ id, shown: { mail, sms } }: SectionProps) {
  return (
    <Card id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
      <h2 id={`${id}-title`} className="text-lg font-bold">
        {m.settings_mail()}
      </h2>
      <p className="mt-1 max-w-text text-muted">{m.settings_mail_about()}</p>
      <dl className="mt-4 grid gap-4 sm:grid-cols-2">
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
    </Card>
  )
}
