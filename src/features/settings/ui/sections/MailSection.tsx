import { m } from '../../../../paraglide/messages.js'
import { PenLine } from 'lucide-react'
import { LinkButton } from '../../../../kit/Button.tsx'
import { ChoiceList } from '../form-fields.tsx'
import { type SectionForm, type SectionProps, useSectionForm } from '../use-section.tsx'
import { SettingsSection } from '../SettingsSection.tsx'

interface Draft {
  requests: 'on' | 'off'
}

const form: SectionForm<Draft> = {
  toDraft: (values) => ({ requests: values['mails.requests'] ? 'on' : 'off' }),
  toValues: ({ requests }) => ({ 'mails.requests': requests === 'on' }),
  summary: ({ requests }) => ({
    [m.settings_mail_requests()]:
      requests === 'on' ? m.settings_mail_requests_on() : m.settings_mail_requests_off(),
  }),
}

/** Whether customers get mails. The delivery is configured by the environment and only shown. */
export function MailSection({ id, shown }: SectionProps) {
  const section = useSectionForm(id, form, shown)
  const { draft, set } = section
  const { mail, sms } = shown
  return (
    <SettingsSection id={id} title={m.settings_mail()} about={m.settings_mail_about()} section={section}>
      <LinkButton to="/admin/settings/letters" variant="secondary" className="self-start">
        <PenLine aria-hidden className="size-4" />
        {m.letters_open()}
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
      <ChoiceList<Draft['requests']>
        label={m.settings_mail_requests()}
        value={draft.requests}
        onChange={(requests) => set({ requests })}
        options={[
          { value: 'on', label: m.settings_mail_requests_on(), about: m.settings_mail_requests_on_about() },
          {
            value: 'off',
            label: m.settings_mail_requests_off(),
            about: m.settings_mail_requests_off_about(),
          },
        ]}
      />
    </SettingsSection>
  )
}
