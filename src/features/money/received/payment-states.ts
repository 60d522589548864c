/**
 * The states of a payment in the admins' list. `claimed` and `rejected` are claims, and `refunded` is what was paid back.
 * All others are received money.
 */
export const paymentStates = [
  'claimed',
  'received',
  'matched',
  'short',
  'over',
  'double',
  'held',
  'unread',
  'rejected',
  'withdrawn',
  'reversed',
  'refunded',
  'ignored',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** By what the list is filtered: a state, or what an admin has confirmed without having seen it. */
export const paymentFilters = [...paymentStates, 'unseen'] as const
export type PaymentFilter = (typeof paymentFilters)[number]

/** What moves money, so that it is shown before it happens and can be undone for a moment. */
export const decisionActs = ['allocate', 'reverse', 'confirm'] as const
export type DecisionAct = (typeof decisionActs)[number]

/** By what the list of payments can be sorted, beside its own order. */
export const paymentSorts = ['payer', 'means', 'amount', 'status'] as const
export type PaymentSort = (typeof paymentSorts)[number]
