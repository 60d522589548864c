import { m } from '../../../../paraglide/messages.js'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import type { Widget } from '../../chat-widget.ts'
import { FieldsSection, type OwnField, type OwnFieldProps } from '../FieldsSection.tsx'
import { labelsOf } from '../drafts.ts'
import type { ShownSettings } from '../use-section.tsx'

/** The inputs of all providers, as typed. */
const blank = { propertyId: '', widgetId: '', websiteId: '', websiteToken: '', address: '' }
type Typed = typeof blank & { provider: Widget['provider'] }

const providers: Record<Widget['provider'], { name: () => string; inputs: readonly (keyof typeof blank)[] }> =
  {
    none: { name: m.settings_chat_own, inputs: [] },
    tawk: { name: () => 'Tawk.to', inputs: ['propertyId', 'widgetId'] },
    crisp: { name: () => 'Crisp', inputs: ['websiteId'] },
    chatwoot: { name: () => 'Chatwoot', inputs: ['address', 'websiteToken'] },
    script: { name: m.settings_chat_script, inputs: ['address'] },
  }

const widget: OwnField<Typed> = {
  toDraft: (values) => ({ ...blank, ...values['chat.widget'] }),
  // Of the chosen provider only.
  toValues: (typed) => ({
    'chat.widget': {
      provider: typed.provider,
      ...Object.fromEntries(providers[typed.provider].inputs.map((name) => [name, typed[name].trim()])),
    } as Widget,
  }),
  textOf: (typed) => {
    const { name, inputs } = providers[typed.provider]
    return [name(), ...inputs.map((input) => typed[input])].join(' · ')
  },
  Field: WidgetField,
}

function WidgetField({ value, onChange, errorAt }: OwnFieldProps<Typed>) {
  const labels = labelsOf('chat.widget')
  return (
    <>
      <Select
        label={labels.provider()}
        value={value.provider}
        onChange={(event) => onChange({ ...value, provider: event.target.value as Typed['provider'] })}
        options={Object.entries(providers).map(([provider, { name }]) => ({
          value: provider,
          label: name(),
        }))}
      />
      {providers[value.provider].inputs.map((name) => (
        <TextField
          key={name}
          label={labels[name]()}
          value={value[name]}
          onChange={(event) => onChange({ ...value, [name]: event.target.value })}
          error={errorAt([name])}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ))}
    </>
  )
}

/** The chat that customers find under Live Chat. Its answer time is of the product's own chat. */
export const ChatSection = ({ shown }: { shown: ShownSettings }) => (
  <FieldsSection
    id="chat"
    shown={shown}
    own={{ 'chat.widget': widget }}
    looks={{}}
    isHidden={(key, draft) =>
      key === 'chat.answerMinutes' && (draft['chat.widget'] as Typed).provider !== 'none'
    }
  />
)
