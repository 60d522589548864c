import type { HoldReason as ReaderReason } from '../../payments/messages/treat-message.ts'

/** How received money came to be known. */
export const channels = ['message', 'pasted', 'statement', 'by-hand'] as const
export type Channel = (typeof channels)[number]

/** What became of received money. `unread` and `held` wait for a person; `ignored` is no received money. */
export const receivedStates = [
  'unread',
  'held',
  'received',
  'matched',
  'short',
  'over',
  'double',
  'reversed',
  'refunded',
  'ignored',
] as const
export type ReceivedState = (typeof receivedStates)[number]

/** The reasons of the reader, those that only the shop's own data gives, and those of the matching. */
export type HeldReason =
  | ReaderReason
  | 'method'
  | 'currency'
  | 'pasted'
  | 'reversal'
  | 'charge-void'
  | 'other-currency'
  | 'claimed-by-another'
  | 'several-claims'
