import { m } from '../../../../paraglide/messages.js'
import { TextArea, TextField, Select } from '../../../../kit/form/Field.tsx'
import { type SectionForm, type SectionProps, useSectionForm } from '../use-section.tsx'
import { SettingsSection } from '../SettingsSection.tsx'
import { blankChat, type ChatDraft, chatDraft, chatValues, chatFields } from '../../form-values.ts'

interface ContactDraft {
  email: string
  phone: string
  address: string
  hours: string
  whatsapp: string
  greeting: string
}

const contactForm: SectionForm<ContactDraft> = {
  toDraft: (values) => ({
    greeting: values['business.whatsappGreeting'] ?? '',
    email: values['business.email'] ?? '',
    phone: values['business.phone'] ?? '',
    address: values['business.address'] ?? '',
    hours: values['business.hours'] ?? '',
    whatsapp: values['business.whatsapp'] ? `+${values['business.whatsapp']}` : '',
  }),
  toValues: ({ email, phone, address, hours, whatsapp, greeting }) => ({
    'business.whatsappGreeting': greeting.trim() || null,
    'business.email': email.trim() || null,
    'business.phone': phone.trim() || null,
    'business.address': address.trim() || null,
    'business.hours': hours.trim() || null,
    // wa.me takes digits only.
    'business.whatsapp': whatsapp.replaceAll(/[\s+().-]/g, '') || null,
  }),
  summary: ({ email, phone, address, hours, whatsapp, greeting }) => ({
    [m.support_email()]: email || '—',
    [m.support_phone()]: phone || '—',
    [m.support_address()]: address || '—',
    [m.support_hours()]: hours || '—',
    WhatsApp: whatsapp || '—',
    [m.settings_greeting()]: greeting || '—',
  }),
}

/** The contact data of the business. */
export function ContactSection({ id, shown }: SectionProps) {
  const section = useSectionForm(id, contactForm, shown)
  const { draft, set, errorAt } = section
  return (
    <SettingsSection
      id={id}
      title={m.settings_contact()}
      about={m.settings_contact_about()}
      section={section}
      preview="contact"
    >
      <div className="grid gap-4 @lg:grid-cols-2">
        <TextField
          label={m.support_email()}
          optional
          type="email"
          autoCapitalize="none"
          value={draft.email}
          onChange={(event) => set({ email: event.target.value })}
          error={errorAt('business.email')}
        />
        <TextField
          label={m.support_phone()}
          optional
          type="tel"
          value={draft.phone}
          onChange={(event) => set({ phone: event.target.value })}
          error={errorAt('business.phone')}
        />
        <TextField
          label={m.settings_whatsapp()}
          optional
          type="tel"
          placeholder="+255 712 345 678"
          description={shown.values['business.whatsapp'] ? undefined : m.settings_whatsapp_none()}
          value={draft.whatsapp}
          onChange={(event) => set({ whatsapp: event.target.value })}
          error={errorAt('business.whatsapp')}
        />
        <TextField
          label={m.settings_greeting()}
          optional
          description={m.settings_greeting_about()}
          maxLength={200}
          value={draft.greeting}
          onChange={(event) => set({ greeting: event.target.value })}
          error={errorAt('business.whatsappGreeting')}
        />
        <TextArea
          label={m.support_address()}
          optional
          rows={2}
          maxLength={200}
          value={draft.address}
          onChange={(event) => set({ address: event.target.value })}
          error={errorAt('business.address')}
        />
        <TextArea
          label={m.support_hours()}
          optional
          rows={2}
          maxLength={200}
          placeholder={m.settings_hours_example()}
          value={draft.hours}
          onChange={(event) => set({ hours: event.target.value })}
          error={errorAt('business.hours')}
        />
      </div>
    </SettingsSection>
  )
}

const chatProviders: Record<ChatDraft['provider'], () => string> = {
  none: m.settings_chat_own,
  tawk: () => 'Tawk.to',
  crisp: () => 'Crisp',
  chatwoot: () => 'Chatwoot',
  script: m.settings_chat_script,
}

const chatFieldLabels: Record<keyof typeof blankChat, () => string> = {
  propertyId: m.settings_chat_property,
  widgetId: m.settings_chat_widget,
  websiteId: m.settings_chat_website,
  websiteToken: m.settings_chat_token,
  address: m.settings_chat_address,
}

const chatForm: SectionForm<ChatDraft> = {
  toDraft: chatDraft,
  toValues: chatValues,
  summary: (draft) => ({
    [m.settings_chat_provider()]: [
      chatProviders[draft.provider](),
      ...chatFields[draft.provider].map((field) => draft[field]),
    ].join(' · '),
    [m.settings_chat_minutes()]: draft.minutes,
  }),
}

/** The chat that customers find under Live Chat. */
export function ChatSection({ id, shown }: SectionProps) {
  const section = useSectionForm(id, chatForm, shown)
  const { draft, set, errorAt } = section
  return (
    <SettingsSection
      id={id}
      title={m.settings_chat()}
      about={m.settings_chat_about()}
      section={section}
      preview="chat"
    >
      <div className="grid gap-4 @lg:grid-cols-2">
        <Select
          label={m.settings_chat_provider()}
          value={draft.provider}
          onChange={(event) => set({ provider: event.target.value as ChatDraft['provider'] })}
          options={Object.entries(chatProviders).map(([value, label]) => ({ value, label: label() }))}
        />
        {chatFields[draft.provider].map((field) => (
          <TextField
            key={field}
            label={chatFieldLabels[field]()}
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
