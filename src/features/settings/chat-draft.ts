import type { Widget } from './chat-widget.ts'
import type { Settings } from './settings.ts'

/** What the providers ask for, as it is typed. */
export const blankChat = { propertyId: '', widgetId: '', websiteId: '', websiteToken: '', address: '' }

type Field = keyof typeof blankChat

/** Whose chat it is, what that provider needs, and the promise that the product's own chat makes. */
export type ChatDraft = typeof blankChat & { provider: Widget['provider']; minutes: string }

/** What each provider needs. */
export const chatFields: Record<Widget['provider'], readonly Field[]> = {
  none: [],
  tawk: ['propertyId', 'widgetId'],
  crisp: ['websiteId'],
  chatwoot: ['address', 'websiteToken'],
  script: ['address'],
}

type ChatSettings = Pick<Settings, 'chat.widget' | 'chat.answerMinutes'>

export const chatDraft = ({
  'chat.widget': widget,
  'chat.answerMinutes': minutes,
}: ChatSettings): ChatDraft => ({
  ...blankChat,
  ...widget,
  minutes: String(minutes),
})

/** What was typed for the chosen provider alone; what another one needed stays behind. */
export const chatValues = (draft: ChatDraft): ChatSettings => ({
  'chat.widget': {
    provider: draft.provider,
    ...Object.fromEntries(chatFields[draft.provider].map((field) => [field, draft[field].trim()])),
  } as Widget,
  'chat.answerMinutes': draft.minutes.trim() ? Number(draft.minutes) : NaN,
})
