import { m } from '../../../paraglide/messages.js'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { ProfileSection } from './ProfileSection.tsx'

/** The forms of a profile on its way, as high as they will be: what stands below them keeps its place. */
export function ProfileWaiting() {
  return (
    <>
      <ProfileSection title={m.profile_name()}>
        <FieldAndButton />
      </ProfileSection>
      <ProfileSection title={m.profile_details()} about={m.profile_details_about()}>
        <div className="grid gap-4">
          <Field />
          <Field />
          <Field />
          <Skeleton className={`${height} w-28`} />
        </div>
      </ProfileSection>
      <ProfileSection title={m.profile_language()} about={m.profile_language_about()}>
        <FieldAndButton />
      </ProfileSection>
    </>
  )
}

const height = 'h-10 coarse:h-11'

/** A label and its field. */
const Field = () => (
  <div className="flex min-w-0 flex-1 flex-col gap-1.5">
    <Skeleton className="h-[calc(1.5*var(--text-sm))] w-28" />
    <Skeleton className={`${height} w-full`} />
  </div>
)

/** A field with its button beside it; below it on a phone. */
const FieldAndButton = () => (
  <div className="flex flex-col gap-3 sm:flex-row sm:items-end">
    <Field />
    <Skeleton className={`${height} w-32`} />
  </div>
)
