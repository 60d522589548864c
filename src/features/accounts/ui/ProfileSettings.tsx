import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accountsApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { useHashTarget } from '../../../kit/page/scroll-to-hash.ts'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { FormattedDate } from '../../../kit/dates.tsx'
import { profileIsComplete } from '../../../shared/profile.ts'
import { DetailsForm } from './DetailsForm.tsx'
import { LanguageForm } from './LanguageForm.tsx'
import { NameForm } from './NameForm.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { ProfileWaiting } from './ProfileWaiting.tsx'
import { SecuritySections } from './security/SecuritySections.tsx'

export const meta = pageTitle(() => ({ title: m.area_profile_settings() }))

/** What somebody's profile says, and where they are signed in. The same for customers and admins. */
export default function ProfileSettings() {
  const { data: profile, isError, isFetching, refetch } = useQuery(accountsApi.profile.queryOptions())
  useHashTarget(Boolean(profile))
  return (
    <div className="max-w-[820px]">
      <PageHeader title={m.area_profile_settings()} />
      {profile?.role === 'user' && !profileIsComplete(profile) ? (
        <Notice tone="warning" className="mb-6">
          {m.profile_incomplete()}
        </Notice>
      ) : null}
      {isError && !profile ? (
        <ErrorState title={m.profile_failed()} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <div className="divide-y divide-line border-y border-line" aria-busy={!profile}>
          <ProfileSection title={m.profile_account()}>
            <dl className="grid gap-4 sm:grid-cols-2">
              <Fact name={m.accounts_email()}>{profile?.email}</Fact>
              <Fact name={m.profile_since()}>
                {profile ? <FormattedDate at={profile.created_at} /> : undefined}
              </Fact>
            </dl>
          </ProfileSection>
          {profile ? (
            <>
              <NameForm profile={profile} />
              <DetailsForm profile={profile} />
              <LanguageForm profile={profile} />
            </>
          ) : (
            <ProfileWaiting />
          )}
          <SecuritySections />
        </div>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="wrap-anywhere font-semibold">{children ?? <Skeleton className="mt-1 h-4 w-40" />}</dd>
    </div>
  )
}
