import { m } from '../../../paraglide/messages.js'
import { Notice } from '../../../kit/Notice.tsx'
import type { Shown } from './section.ts'

/** What customers miss while a setting has no value, each with the way to it. */
export function MissingSettings({ shown: { values, mail } }: { shown: Shown }) {
  const isSilent = !values['business.email'] && !values['business.phone']
  const missing = [
    values['payments.accounts'].length === 0 && { to: 'payments', text: m.settings_missing_accounts() },
    !values['business.whatsapp'] && { to: 'contact', text: m.settings_missing_whatsapp() },
    isSilent && { to: 'contact', text: m.settings_missing_contact() },
    !mail.server && { to: 'mail', text: m.settings_missing_mail() },
  ].filter((one) => one !== false)
  if (missing.length === 0) return null
  return (
    <Notice tone="warning">
      <p className="font-semibold">{m.settings_missing()}</p>
      <ul className="mt-1 list-disc space-y-1 pl-5">
        {missing.map(({ to, text }) => (
          <li key={text}>
            {text}{' '}
            <a href={`#${to}`} className="font-semibold whitespace-nowrap underline underline-offset-4">
              {m.settings_set_it()}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
