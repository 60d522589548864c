import { m } from '../../../../paraglide/messages.js'
import { ChoiceList } from '../form-fields.tsx'
import { type SectionForm, type SectionProps, useSectionForm } from '../use-section.ts'
import { SettingsSection } from '../SettingsSection.tsx'

type Mode = 'instant' | 'paid'

const modeLabels: Record<Mode, () => string> = {
  instant: m.settings_renewals_instant,
  paid: m.settings_renewals_paid,
}

const form: SectionForm<{ mode: Mode }> = {
  toDraft: ({ renewals }) => ({ mode: renewals }),
  toValues: ({ mode }) => ({ renewals: mode }),
  summary: ({ mode }) => ({ [m.settings_renewals()]: modeLabels[mode]() }),
}

/** Whether an expired record is renewed immediately or after a payment. */
export function RenewalsSection({ id, shown }: SectionProps) {
  const section = useSectionForm(form, shown)
  return (
    <SettingsSection
      id={id}
      title={m.settings_renewals()}
      about={m.settings_renewals_about()}
      section={section}
    >
      <ChoiceList<Mode>
        label={m.settings_renewals()}
        value={section.draft.mode}
        onChange={(mode) => section.set({ mode })}
        options={[
          { value: 'instant', label: modeLabels.instant(), about: m.settings_renewals_instant_about() },
          { value: 'paid', label: modeLabels.paid(), about: m.settings_renewals_paid_about() },
        ]}
      />
    </SettingsSection>
  )
}
