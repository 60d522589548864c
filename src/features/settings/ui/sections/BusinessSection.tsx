import { m } from '../../../../paraglide/messages.js'
import { TextField } from '../../../../kit/form/Field.tsx'
import { LogoField } from '../LogoField.tsx'
import { type SectionForm, type SectionProps, useSectionForm } from '../use-section.ts'
import { SettingsSection } from '../SettingsSection.tsx'

const form: SectionForm<{ name: string }> = {
  toDraft: (values) => ({ name: values['business.name'] }),
  toValues: ({ name }) => ({ 'business.name': name }),
  summary: ({ name }) => ({ [m.settings_name()]: name }),
}

/** Name and logo of the business. */
export function BusinessSection({ id, shown }: SectionProps) {
  const section = useSectionForm(form, shown)
  return (
    <SettingsSection
      id={id}
      title={m.settings_business()}
      about={m.settings_business_about()}
      section={section}
    >
      <LogoField file={shown.values['business.logo']} />
      <TextField
        label={m.settings_name()}
        value={section.draft.name}
        onChange={(event) => section.set({ name: event.target.value })}
        error={section.errorAt('business.name')}
        autoComplete="organization"
        maxLength={60}
        className="max-w-md"
      />
    </SettingsSection>
  )
}
