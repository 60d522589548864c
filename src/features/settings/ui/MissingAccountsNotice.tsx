import { useQuery } from '@tanstack/react-query'
import { settingsApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { LinkButton } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'

/** On the admin dashboard, while customers have no account to pay to. */
export function MissingAccountsNotice() {
  const { data } = useQuery(settingsApi.show.queryOptions())
  if (!data || data.values['payments.accounts'].length > 0) return null
  return (
    <Notice
      tone="warning"
      className="mb-4"
      action={
        <LinkButton to="/admin/settings#payments" variant="secondary" size="small">
          {m.settings_set_it()}
        </LinkButton>
      }
    >
      {m.settings_missing_accounts()}
    </Notice>
  )
}
