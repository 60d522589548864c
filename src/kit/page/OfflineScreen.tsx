import { m } from '../../paraglide/messages.js'
import { buttonClasses } from '../Button.tsx'
import { MessagePage } from './MessagePage.tsx'
import { pageTitle } from './page-title.ts'

export const handle = { plain: true }

export const meta = pageTitle(() => ({ title: m.site_offline_title(), noIndex: true }))

/** The service worker shows this page for any address that it can neither fetch nor has stored. */
export default function OfflineScreen() {
  return (
    <MessagePage title={m.site_offline_title()} text={m.site_offline_text()}>
      {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the address that was opened, with its query */}
      <a href="" className={buttonClasses('primary')}>
        {m.kit_try_again()}
      </a>
      <a href="/dashboard" className={buttonClasses('secondary')}>
        {m.area_dashboard_home()}
      </a>
    </MessagePage>
  )
}
