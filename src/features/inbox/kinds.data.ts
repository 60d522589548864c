import type { Area } from '../../shared/people/permissions.ts'
import type { PresenceEntity } from '../presence/presence.contract.ts'
import { perProduct, productNames } from '../products/products.ts'

/** What waits in the inbox: the requests of each product, and what belongs to no product. */
export const inboxKinds = [
  ...productNames,
  'order',
  'payment',
  'renewal',
  'refund',
  'chat',
  'message',
  /** Services whose customers still lack what they need to use them. */
  'details',
  /** What a person has to decide on at a registrar. */
  'fulfilment',
  /** An account at a registrar whose balance is low, that does not answer, or that has become dearer than the shop. */
  'registrar',
  /** Mails that were not delivered, and scheduled jobs whose last run failed. */
  'mail',
  'alarm',
] as const
export type InboxKind = (typeof inboxKinds)[number]

/** Why an item waits. */
export const inboxStates = [
  /** A request without an answer. */
  'asked',
  /** A customer says that it is paid: a request, an order or a renewal. */
  'claimed',
  /** It is paid, and waits to be delivered. */
  'paid',
  /** Received money that a person has to decide on, that could not be read, or that nothing matches. */
  'held',
  'unread',
  'received',
  /** A renewal to carry out at the registrar. */
  'to-do',
  /** A service without the details that its customer needs. */
  'missing',
  /** The registrar has said no. */
  'refused',
  /** A balance that does not suffice. */
  'low',
  /** Names of a registrar that differ from those of the shop. */
  'differs',
  /** A registrar that now asks for more than the shop sells for. */
  'below-cost',
  /** An order of which money is owed back. */
  'owed',
  /** A mail or a job that failed. */
  'failed',
  /** A conversation or a message that nobody has answered. */
  'new',
] as const
export type InboxState = (typeof inboxStates)[number]

/** What an item is in the audit log and to those who have it open. */
export const entityOf = {
  ...perProduct(() => 'request' as const),
  order: 'order',
  refund: 'order',
  payment: 'payment',
  renewal: 'renewal',
  chat: 'chat',
  message: 'message',
  details: 'record',
  fulfilment: 'fulfilment',
  registrar: 'registrar',
  mail: 'mail',
  alarm: 'job',
} as const satisfies Record<InboxKind, PresenceEntity>

/** Who may see items of a kind, and who may work on them: those who may read, and change, its area. */
export const areaOf: Record<InboxKind, Area> = {
  ...perProduct(() => 'requests' as const),
  order: 'requests',
  payment: 'payments',
  refund: 'payments',
  renewal: 'services',
  chat: 'messages',
  message: 'messages',
  details: 'services',
  fulfilment: 'services',
  registrar: 'operations',
  mail: 'messages',
  alarm: 'operations',
}
