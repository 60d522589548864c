import { m } from '../../../paraglide/messages.js'
import { messageStates, type MessageState } from '../message.ts'

const words: Record<MessageState, () => string> = {
  new: m.messages_state_new,
  read: m.messages_state_read,
  answered: m.messages_state_answered,
}

/** Every state with its word, in their order. */
export const stateWords = (): [MessageState, string][] =>
  messageStates.map((state) => [state, words[state]()])

export const wordOf = (state: MessageState) => words[state]()
