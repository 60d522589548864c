import type { HoldReason as ReaderReason } from '../messages/treat-message.ts'

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
export type HeldReason = ReaderReason | 'method' | 'currency' | 'pasted' | 'first' | 'reversal' | MatchProblem

/** Why a person has to decide on money that counts and found what it pays. */
const matchProblems = [
  'charge-void',
  'other-currency',
  'claimed-by-another',
  'several-claims',
  'maybe-repeated',
] as const
export type MatchProblem = (typeof matchProblems)[number]

/** Whether a person has to check the facts of a row before it counts as received money. */
export const needsCheck = ({ state, reason }: { state: string; reason: string | null }): boolean =>
  state === 'unread' || (state === 'held' && !matchProblems.some((problem) => problem === reason))
