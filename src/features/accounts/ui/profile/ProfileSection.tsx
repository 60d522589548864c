import type { ReactNode } from 'react'

interface ProfileSectionProps {
  title: string
  about?: string
  children: ReactNode
}

/** One section of the profile: the title on the left, the content on the right. */
export function ProfileSection({ title, about, children }: ProfileSectionProps) {
  return (
    <section className="grid gap-x-8 gap-y-4 py-6 md:grid-cols-[200px_minmax(0,1fr)]">
      <div>
        <h2 className="text-lg font-bold">{title}</h2>
        {about ? <p className="mt-1 text-sm text-muted">{about}</p> : null}
      </div>
      <div className="@container min-w-0">{children}</div>
    </section>
  )
}

/** Of several forms on a screen, the one that has been changed has the primary button. */
export const saveVariant = ({ formState: { isDirty } }: { formState: { isDirty: boolean } }) =>
  isDirty ? 'primary' : 'secondary'
