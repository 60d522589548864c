import { useQuery } from '@tanstack/react-query'
import { api } from '../../../main/api.ts'
import { m } from '../../../paraglide/messages.js'
import { LinkButton } from '../../../platform/ui/kit/LinkButton.tsx'
import { Notice } from '../../../platform/ui/kit/Notice.tsx'

/** On the admins' first screen, for as long as customers can't know where to pay. */
export function SettingsNews() {
  const { data } = useQuery(api.settings.show.queryOptions())
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
