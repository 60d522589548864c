import { m } from '../paraglide/messages.js'

/** The longest subject, in characters, that is taken from the address. */
const MAX_SUBJECT = 200

/** The address of the chat with a subject. */
export const chatUrl = (subject: string) => `/dashboard/livechat?about=${encodeURIComponent(subject)}`

/** The first line of a chat message about a subject; empty without one. */
export function chatDraftAbout(subject: string | null): string {
  const line = (subject ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_SUBJECT)
  return line && m.chat_matter({ matter: line })
}
