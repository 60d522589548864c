import { useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { toLocale, type Locale } from '../../../shared/pages.ts'
import { outageMessage } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { Select } from '../../../kit/form/Field.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { useProfileChange, type Profile } from './profile-change.ts'
import { ProfileSection } from './ProfileSection.tsx'

/** Languages by their own names: who looks for one reads that one. */
const names: Record<Locale, string> = { en: 'English', sw: 'Kiswahili' }

/** The language in which somebody is written to; the screens change to it with the save. */
export function LanguageForm({ profile }: { profile: Profile }) {
  const { locale } = usePageData()
  const [chosen, setChosen] = useState<Locale>(profile.language ?? locale)
  const change = useProfileChange()
  return (
    <ProfileSection title={m.profile_language()} about={m.profile_language_about()}>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate(
            { language: chosen },
            {
              onSuccess: () =>
                window.location.assign(
                  `/language/${chosen}?to=${encodeURIComponent(window.location.pathname)}`,
                ),
            },
          )
        }}
      >
        <Select
          label={m.profile_language()}
          className="min-w-60 flex-1 max-sm:basis-full"
          value={chosen}
          onChange={(event) => setChosen(toLocale(event.target.value))}
          options={Object.entries(names).map(([value, label]) => ({ value, label }))}
          error={change.isError ? (outageMessage(change.error) ?? m.profile_details_failed()) : undefined}
        />
        <Button type="submit" busy={change.isPending}>
          {m.profile_save_language()}
        </Button>
      </form>
    </ProfileSection>
  )
}
