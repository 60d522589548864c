import { Suspense } from 'react'
import { useParams } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'

/** Other screens of visitors would load what they share with it in more files. */
const MailSettings = loadedLater(() => import('./MailSettings.tsx').then((file) => file.MailSettings))

export const meta = pageTitle(() => ({ title: m.mailbox_settings() }))

export default function MailSettingsScreen() {
  const { token = '' } = useParams()
  return (
    <Suspense>
      <MailSettings token={token} />
    </Suspense>
  )
}
