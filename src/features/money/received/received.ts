import type { HoldReason as ReaderReason } from '../providers/treat-message.ts'

export const channels = ['message', 'pasted', 'statement', 'by-hand'] as const
export type Channel = (typeof channels)[number]

/** No provider has longer receipt numbers, and the index holds no text of any length. */
export const LONGEST_CODE = 100

/** A message, in characters. No provider sends more. */
export const LONGEST_MESSAGE = 2_000

/**
 * How far evidence of a payment is believed. 4: a statement. 3: a message whose balance continues that of its account, or
 * what a person has confirmed. 2: a message of the right sender without such a proof. 1: anything else. From 3 on it counts
 * by itself.
 */
export type Rank = 1 | 2 | 3 | 4
export const COUNTS: Rank = 3

/** The facts in which two pieces of evidence of one payment may contradict each other. */
export const comparedFacts = ['amount', 'payer', 'reference', 'time'] as const
export type ComparedFact = (typeof comparedFacts)[number]

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

/** The states of a payment that pays something. */
export const payingStates: readonly ReceivedState[] = ['matched', 'short', 'over', 'double']

/** The states of what does not count as received money. */
export const uncountedStates: readonly ReceivedState[] = ['unread', 'held', 'ignored']

/** The reasons of the reader, those that only the shop's own data gives, and those of the matching. */
export type HeldReason =
  | ReaderReason
  | 'method'
  | 'currency'
  | 'pasted'
  | 'first'
  | 'reversal'
  | 'disagrees'
  | 'restored'
  | 'no-payment'
  | typeof TAKEN_OFF
  | MatchProblem

/** Why a person has to decide on money that counts and found what it pays. */
const matchProblems = [
  'charge-void',
  'other-currency',
  'claimed-by-another',
  'several-claims',
  'several-references',
  'maybe-repeated',
] as const
export type MatchProblem = (typeof matchProblems)[number]

/** Why money waits that an admin has taken off what it paid: the program does not match it again. */
export const TAKEN_OFF = 'taken-off'

/** Whether a person has to check the facts of a row before it counts as received money. */
export const needsCheck = ({ state, reason }: { state: string; reason: string | null }): boolean =>
  state === 'unread' || (state === 'held' && !matchProblems.some((problem) => problem === reason))
