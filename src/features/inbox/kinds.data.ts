import { productNames } from '../products/products.ts'

/** What waits in the inbox: the requests of each product, and what belongs to no product. */
export const inboxKinds = [
  ...productNames,
  'order',
  'payment',
  'renewal',
  'refund',
  'chat',
  'message',
] as const
export type InboxKind = (typeof inboxKinds)[number]

/** Why an item waits. */
export const inboxStates = [
  /** A request without an answer. */
  'asked',
  /** A customer says that it is paid: a request, an order or a renewal. */
  'claimed',
  /** Received money that a person has to decide on, that could not be read, or that nothing matches. */
  'held',
  'unread',
  'received',
  /** A renewal to carry out at the registrar. */
  'to-do',
  /** An order of which money is owed back. */
  'owed',
  /** Unread lines in the chat, or a new message. */
  'new',
] as const
export type InboxState = (typeof inboxStates)[number]
