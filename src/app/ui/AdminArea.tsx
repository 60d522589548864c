import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useMatch } from 'react-router'
import { accountsApi } from '../../features/accounts/ui/accounts.api.ts'
import { givenName } from '../../shared/people/person.ts'
import { productList } from '../../features/product-screens/ui/products.ts'
import { m } from '../../paraglide/messages.js'
import { StaffAccess, useMay } from '../../client/session/staff.tsx'
import { Area } from './area/Area.tsx'
import {
  allEntries,
  CHAT,
  CUSTOMERS,
  entries,
  groups,
  inbox,
  PAYMENTS,
  RECEIVED,
  searched,
} from './area/admin-entries.ts'
import type { AreaEntry, Marks, Person } from './area/entry.ts'
import { LoadingPage, SignedIn } from './SignedIn.tsx'
import { isSecondFactorNeeded, errorSentence } from '../../client/error-messages.ts'
import { Button } from '../../kit/Button.tsx'
import { pageTitle } from '../../kit/page/page-title.ts'
import { MessagePage } from '../../kit/page/MessagePage.tsx'
import { toast } from '../../kit/overlay/toasts.tsx'
import { useWaiting, type Waiting, waitingInAll } from '../../features/insights/ui/insights.api.ts'
import { useWaitingMark } from './area/waiting-mark.ts'
import {
  SecondFactorOffer,
  SecondFactorRequired,
} from '../../features/accounts/ui/security/AdminSecondFactor.tsx'
import { EmptyState } from '../../kit/list/list-states.tsx'
import { PageHeader } from '../../kit/page/PageHeader.tsx'
import { staffRoleLabels } from '../../client/session/role-labels.ts'
import { SearchButton } from '../../features/search/ui/SearchButton.tsx'
import { PersonMenu } from './PersonMenu.tsx'

export const handle = { firstCalls: () => ['/api/profile', '/api/admin/waiting'] }

export const meta = pageTitle(() => ({ title: m.area_admin_dashboard() }))

/** Everything under /admin, for admins only. */
export default function AdminArea() {
  return (
    <SignedIn waiting={m.area_loading_admin()} returns={false} hasCart={false}>
      {(email) => <Screens email={email} />}
    </SignedIn>
  )
}

function Screens({ email }: { email: string }) {
  const profile = useQuery(accountsApi.profile.queryOptions())
  const isAsked = profile.isError && isSecondFactorNeeded(profile.error)
  // The profile can be read once the factor is on, but the recovery codes are still to be saved.
  const [isSettingUp, setSettingUp] = useState(false)
  if (isAsked && !isSettingUp) setSettingUp(true)
  if (isSettingUp)
    return <SecondFactorRequired onDone={() => void profile.refetch().finally(() => setSettingUp(false))} />
  if (profile.data && profile.data.role !== 'admin') return <NotAdmin />
  if (profile.data)
    return (
      <StaffAccess
        role={staffRoleLabels[profile.data.staff_role ?? 'owner']()}
        permissions={profile.data.permissions}
      >
        <AdminFrame person={{ name: givenName(profile.data), email: profile.data.email ?? email }} />
      </StaffAccess>
    )
  if (profile.isError)
    return (
      <MessagePage title={m.area_role_unknown()} text={errorSentence(m.failure_server_down)(profile.error)}>
        <Button busy={profile.isFetching} onClick={() => void profile.refetch()}>
          {m.kit_try_again()}
        </Button>
      </MessagePage>
    )
  return <LoadingPage text={m.area_loading_admin()} />
}

/** One element, so that a change of the frame does not render the screen again. */
const screen = <Outlet />

/** A component of its own, so that only admins load what waits. */
function AdminFrame({ person }: { person: Person }) {
  const waiting = useWaiting().data
  const marks = marksOf(waiting)
  useWaitingMark(marks[inbox.to] ?? 0)
  useArrivalSound(waiting)
  const isOverview = useMatch('/admin') !== null
  const { pathname } = useLocation()
  const may = useMay()
  const isOpen = ({ needs }: Pick<AreaEntry, 'needs'>) => !needs || may(needs)
  const here = allEntries.find(
    ({ to, exact }) => pathname === to || (!exact && pathname.startsWith(`${to}/`)),
  )
  return (
    <Area
      name={m.area_admin()}
      deep
      lead={inbox}
      entries={entries.filter(isOpen)}
      groups={groups.flatMap((group) => {
        const open = group.entries.filter(isOpen)
        return open.length ? { ...group, entries: open } : []
      })}
      inBar={[inbox.to, CUSTOMERS, PAYMENTS, CHAT]}
      marks={marks}
      person={person}
      links={<SearchButton screens={searched.filter(isOpen)} />}
      menu={<PersonMenu profile="/admin/profile" notifications="/admin/notifications" />}
    >
      {isOverview ? <SecondFactorOffer /> : null}
      {here && !isOpen(here) ? (
        <>
          <PageHeader title={here.label()} />
          <EmptyState icon={Lock} title={m.area_not_yours()}>
            {m.area_not_yours_text()}
          </EmptyState>
        </>
      ) : (
        screen
      )}
    </Area>
  )
}

/** Plays a sound when more waits than before, for admins who want one. Its code is loaded then. */
function useArrivalSound(waiting: Waiting | undefined) {
  const client = useQueryClient()
  const last = useRef(waiting)
  useEffect(() => {
    const before = last.current
    last.current = waiting
    if (!waiting || !before || waiting === before) return
    import('../../features/staff-notifications/ui/arrival-sound.ts')
      .then(({ soundArrival }) => soundArrival(client, before, waiting))
      // Without a network there is no sound.
      .catch(() => {})
  }, [client, waiting])
}

/** What waits in each queue, by the address of its screen. Renewals are carried out from the overview. */
function marksOf(waiting: Waiting | undefined): Marks {
  if (!waiting) return {}
  const { requests, orders, payments, claims, renewals, refunds, messages, chats, mails, alarms } = waiting
  return {
    ...Object.fromEntries(
      productList.map(({ name, screens }) => [
        screens.admin,
        requests.find(({ kind }) => kind === name)?.count ?? 0,
      ]),
    ),
    '/admin': renewals,
    '/admin/orders': orders + refunds,
    [PAYMENTS]: claims,
    [RECEIVED]: payments,
    '/admin/messages': messages,
    '/admin/mail': mails,
    '/admin/operations': alarms,
    [CHAT]: chats,
    [inbox.to]: waitingInAll(waiting),
  }
}

/** Loads the home page, which shows the reason, because a toast does not survive the page load. */
function NotAdmin() {
  useEffect(() => {
    toast.error(m.site_admins_only())
    window.location.replace('/?notice=admins-only')
  }, [])
  return <LoadingPage text={m.area_loading_admin()} />
}
