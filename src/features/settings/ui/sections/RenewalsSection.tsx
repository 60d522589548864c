import { m } from '../../../../paraglide/messages.js'
import { ChoiceList } from '../ChoiceList.tsx'
import { type Plan, useSection } from '../section.ts'
import type { SectionProps } from './sections.ts'
import { SettingsSection } from '../SettingsSection.tsx'

type Mode = 'instant' | 'paid'

const words: Record<Mode, () => string> = {
  instant: m.settings_renewals_instant,
  paid: m.settings_renewals_paid,
}

const plan: Plan<{ mode: Mode }> = {
  read: ({ renewals }) => ({ mode: renewals }),
  write: ({ mode }) => ({ renewals: mode }),
  words: ({ mode }) => ({ [m.settings_renewals()]: words[mode]() }),
}

/** Whether an expired record is renewed with a press, or after a payment. */
export function RenewalsSection({ id, shown }: SectionProps) {
  const section = useSection(plan, shown)
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
          { value: 'instant', label: words.instant(), about: m.settings_renewals_instant_about() },
          { value: 'paid', label: words.paid(), about: m.settings_renewals_paid_about() },
        ]}
      />
    </SettingsSection>
  )
}
