import { m } from '../../../../paraglide/messages.js'
import { TextField } from '../../../../kit/form/Field.tsx'
import { LogoField } from '../LogoField.tsx'
import { type Plan, useSection } from '../section.ts'
import type { SectionProps } from './sections.ts'
import { SettingsSection } from '../SettingsSection.tsx'

const plan: Plan<{ name: string }> = {
  read: (values) => ({ name: values['business.name'] }),
  write: ({ name }) => ({ 'business.name': name }),
  words: ({ name }) => ({ [m.settings_name()]: name }),
}

/** What the business is called and how it looks. */
export function BusinessSection({ id, shown }: SectionProps) {
  const section = useSection(plan, shown)
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
