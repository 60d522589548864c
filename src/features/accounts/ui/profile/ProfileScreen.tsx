import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accountsApi } from '../accounts.api.ts'
import { m } from '../../../../paraglide/messages.js'
import { useHashTarget } from '../../../../kit/page/scroll-to-hash.ts'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { PageHeader } from '../../../../kit/page/PageHeader.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { MomentDay } from '../../../../kit/dates.tsx'
import { requiredColumns } from '../../../../shared/people/profile-lists.data.ts'
import { DetailsForm, LanguageForm, NameForm } from './profile-forms.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { ExportAndDeleteSection } from '../security/ExportAndDelete.tsx'
import { LinkedLogins, PasswordSection } from '../security/LoginSections.tsx'
import { SecondFactorSection } from '../security/SecondFactorSection.tsx'
import { SessionsSection } from '../security/SessionsSection.tsx'

export const handle = { firstCalls: () => ['/api/sessions'] }

export const meta = pageTitle(() => ({ title: m.area_profile_settings() }))

/** Profile and security of the own account, the same for customers and admins. */
export default function ProfileScreen() {
  const { data: profile, isError, isFetching, refetch } = useQuery(accountsApi.profile.queryOptions())
  useHashTarget(Boolean(profile))
  return (
    <div className="max-w-[820px]">
      <PageHeader title={m.area_profile_settings()} />
      {profile?.role === 'user' && requiredColumns.some((column) => !profile[column]) ? (
        <Notice tone="warning" className="mb-6">
          {m.profile_incomplete()}
        </Notice>
      ) : null}
      {isError && !profile ? (
        <ErrorState title={m.profile_failed()} query={{ refetch, isFetching }} />
      ) : (
        <div className="divide-y divide-line border-y border-line" aria-busy={!profile}>
          <ProfileSection title={m.common_account()}>
            <dl className="grid gap-4 sm:grid-cols-2">
              <Fact name={m.common_email()}>{profile?.email}</Fact>
              <Fact name={m.profile_since()}>
                {profile ? <MomentDay at={profile.created_at} /> : undefined}
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
            <ProfileSkeleton />
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

/** Placeholders as high as the forms, so that the sections below do not move. */
function ProfileSkeleton() {
  return (
    <>
      <ProfileSection title={m.common_name()}>
        <FieldAndButton />
      </ProfileSection>
      <ProfileSection title={m.profile_details()} about={m.profile_details_about()}>
        <div className="grid gap-4">
          <Field />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field />
            <Field />
          </div>
          <Skeleton className={`${height} w-28`} />
        </div>
      </ProfileSection>
      <ProfileSection title={m.common_language()} about={m.profile_language_about()}>
        <FieldAndButton />
      </ProfileSection>
    </>
  )
}

const height = 'h-10 coarse:h-11'

const Field = () => (
  <div className="flex min-w-0 flex-1 flex-col gap-1.5">
    <Skeleton className="h-[calc(1.5*var(--text-sm))] w-28" />
    <Skeleton className={`${height} w-full`} />
  </div>
)

/** A field and its button; on a phone the button is below. */
const FieldAndButton = () => (
  <div className="flex flex-col gap-3 sm:flex-row sm:items-end">
    <Field />
    <Skeleton className={`${height} w-32`} />
  </div>
)

function SecuritySections() {
  return (
    <>
      <PasswordSection />
      <SecondFactorSection />
      <LinkedLogins />
      <SessionsSection />
      <ExportAndDeleteSection />
    </>
  )
}
