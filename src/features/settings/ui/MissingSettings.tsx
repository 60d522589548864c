import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Notice } from '../../../kit/Notice.tsx'
import type { ShownSettings } from './use-section.tsx'

/**
 * What customers miss while a setting has no value, each with a link to the setting. Nothing once all is set. Folded on a
 * small screen, where it would push the forms down.
 */
export function MissingSettings({ shown }: { shown: ShownSettings }) {
  const [isOpen] = useState(() => window.matchMedia('(min-width: 64rem)').matches)
  const { values, mail } = shown
  const isSilent = !values['business.email'] && !values['business.phone']
  const missing = [
    values['payments.accounts'].length === 0 && { to: 'payments', text: m.settings_missing_accounts() },
    !values['accounts.defaultCountry'] && { to: 'accounts', text: m.settings_missing_country() },
    isSilent && { to: 'contact', text: m.settings_missing_contact() },
    !values['business.whatsapp'] && { to: 'contact', text: m.settings_missing_whatsapp() },
    !mail.server && { to: 'mail', text: m.settings_missing_mail() },
  ].filter((one) => one !== false)
  if (missing.length === 0) return null
  return (
    <Notice tone="warning">
      <details open={isOpen}>
        <summary className="font-semibold">
          {m.settings_missing()} · {missing.length}
        </summary>
        <ul className="mt-1 list-disc space-y-1 pl-5">
          {missing.map(({ to, text }) => (
            <li key={text}>
              {text}{' '}
              <Link
                to={`/admin/settings#${to}`}
                preventScrollReset
                className="font-semibold whitespace-nowrap underline underline-offset-4"
              >
                {m.settings_set_it()}
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  )
}
