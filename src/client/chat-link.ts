import { m } from '../paraglide/messages.js'

/** The most signs of a matter that an address may carry into the text. */
const MOST = 200

/** The address of the chat, with what it is to be about. */
export const chatUrl = (matter: string) => `/dashboard/livechat?about=${encodeURIComponent(matter)}`

/** The first line of a text about a matter, on one line and of a bounded length; empty without one. */
export function chatDraftAbout(matter: string | null): string {
  const line = (matter ?? '').replace(/\s+/g, ' ').trim().slice(0, MOST)
  return line && m.chat_matter({ matter: line })
}
