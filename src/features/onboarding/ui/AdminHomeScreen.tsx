import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { m } from '../../../paraglide/messages.js'
import { useMay } from '../../../client/session/staff.tsx'
import { LinkButton } from '../../../kit/Button.tsx'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { Notice } from '../../../kit/Notice.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { Overview } from '../../insights/ui/Overview.tsx'
import { onboardingQuery } from './onboarding.api.ts'

export const handle = {
  firstCalls: () => [
    '/api/admin/onboarding',
    '/api/admin/insights',
    '/api/admin/renewals',
    '/api/admin/counters',
  ],
}

export const meta = pageTitle(() => ({ title: m.area_admin_dashboard() }))

/** A test sale that was left when the set-up was closed. */
const TestSale = loadedLater(() => import('./TestSale.tsx').then((file) => file.TestSale))

const SetUp = loadedLater(() => import('./SetUp.tsx').then((file) => file.SetUp))

/** The admin's first screen: the set-up until the shop is ready, and the overview. */
export default function AdminHomeScreen() {
  const may = useMay()
  const { data, isPending } = useQuery(onboardingQuery())
  const isSettingUp = may('settings.read') && data !== undefined && !data.is_finished
  return (
    <>
      {data?.is_finished && !data.is_open ? (
        <Notice
          tone="warning"
          className="mb-6"
          action={<LinkButton to="/admin/settings#requests">{m.settings_open_change()}</LinkButton>}
        >
          {m.setup_closed()}
        </Notice>
      ) : null}
      {data?.test_sale && !isSettingUp ? (
        <Suspense>
          <TestSale sale={data.test_sale} isReady />
        </Suspense>
      ) : null}
      <Overview isLoading={isPending} setUp={isSettingUp ? <SetUp state={data} /> : null} />
    </>
  )
}
