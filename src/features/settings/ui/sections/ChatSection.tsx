import { m } from '../../../../paraglide/messages.js'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { blankChat, type ChatDraft, chatDraft, chatValues, chatFields } from '../../form-values.ts'
import { type SectionForm, type SectionProps, useSectionForm } from '../use-section.ts'
import { SettingsSection } from '../SettingsSection.tsx'

const providers: Record<ChatDraft['provider'], () => string> = {
  none: m.settings_chat_own,
  tawk: () => 'Tawk.to',
  crisp: () => 'Crisp',
  chatwoot: () => 'Chatwoot',
  script: m.settings_chat_script,
}

const labels: Record<keyof typeof blankChat, () => string> = {
  propertyId: m.settings_chat_property,
  widgetId: m.settings_chat_widget,
  websiteId: m.settings_chat_website,
  websiteToken: m.settings_chat_token,
  address: m.settings_chat_address,
}

const form: SectionForm<ChatDraft> = {
  toDraft: chatDraft,
  toValues: chatValues,
  summary: (draft) => ({
    [m.settings_chat_provider()]: [
      providers[draft.provider](),
      ...chatFields[draft.provider].map((field) => draft[field]),
    ].join(' · '),
    [m.settings_chat_minutes()]: draft.minutes,
  }),
}

/** The chat that customers find under Live Chat. */
export function ChatSection({ id, shown }: SectionProps) {
  const section = useSectionForm(form, shown)
  const { draft, set, errorAt } = section
  return (
    <SettingsSection id={id} title={m.settings_chat()} about={m.settings_chat_about()} section={section}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={m.settings_chat_provider()}
          value={draft.provider}
          onChange={(event) => set({ provider: event.target.value as ChatDraft['provider'] })}
          options={Object.entries(providers).map(([value, label]) => ({ value, label: label() }))}
        />
        {chatFields[draft.provider].map((field) => (
          <TextField
            key={field}
            label={labels[field]()}
            value={draft[field]}
            onChange={(event) => set({ [field]: event.target.value })}
            error={errorAt('chat.widget', field)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        ))}
        {draft.provider === 'none' ? (
          <TextField
            label={m.settings_chat_minutes()}
            description={m.settings_chat_minutes_about()}
            inputMode="numeric"
            value={draft.minutes}
            onChange={(event) => set({ minutes: event.target.value })}
            error={errorAt('chat.answerMinutes')}
          />
        ) : null}
      </div>
    </SettingsSection>
  )
}
