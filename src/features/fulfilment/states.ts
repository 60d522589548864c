/**
 * How far a fulfilment is. `ready`: nothing has left. `sent`: it leaves now. `ordered`: the provider has accepted it.
 * `unknown`: it may have been done or not. `held`: a person decides. `refused`: the provider has said no. `done`.
 */
export const fulfilmentStates = ['ready', 'sent', 'ordered', 'unknown', 'held', 'refused', 'done'] as const
export type FulfilmentState = (typeof fulfilmentStates)[number]

/** What changes a name that is registered, and does no harm where it is done twice. */
export const changeKinds = ['nameservers', 'lock', 'privacy', 'contacts'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** What is done at a provider. */
export const fulfilmentKinds = ['register', 'renew', 'transfer', ...changeKinds] as const
export type FulfilmentKind = (typeof fulfilmentKinds)[number]

export const isChange = (kind: FulfilmentKind): kind is ChangeKind =>
  (changeKinds as readonly FulfilmentKind[]).includes(kind)

/** Why it waits, is held or was refused. */
export const fulfilmentReasons = [
  // It waits by itself.
  'limit',
  'balance',
  'maintenance',
  'credentials',
  'unreachable',
  // It is held.
  'by-hand',
  'taken',
  'in-account',
  'premium',
  'price',
  'elsewhere',
  'absent',
  'unmoved',
  'unclear',
  'no-contact',
  'no-details',
  'not-booked',
  'redemption',
  // The provider has refused it.
  'not-offered',
  'contact',
  'nameservers',
  'auth-code',
  'locked',
  'too-new',
  'objected',
  'not-ours',
  'other',
] as const
export type FulfilmentReason = (typeof fulfilmentReasons)[number]

/** Why a transfer was refused that its customer can have asked for once more, with another code or with the same one. */
export const mendableReasons: readonly (FulfilmentReason | null)[] = ['auth-code', 'locked', 'objected']

/** What an admin may do with a fulfilment. */
export const fulfilmentActs = ['look', 'send-again', 'done', 'refuse'] as const
export type FulfilmentAct = (typeof fulfilmentActs)[number]

/** The acts that may follow. What is unknown is not sent again before the provider's record shows that it was not done. */
export function actsOf(one: {
  state: FulfilmentState
  reason: FulfilmentReason | null
  is_decided: boolean
  is_manual: boolean
}): FulfilmentAct[] {
  const { state, reason, is_decided, is_manual } = one
  if (state === 'done' || is_decided) return []
  const looks: FulfilmentAct[] = is_manual ? [] : ['look']
  if (state === 'ready') return ['done', 'refuse']
  if (state === 'sent') return []
  if (state === 'ordered' || state === 'unknown') return [...looks, 'done']
  const isUnsent =
    state === 'refused' ||
    ['taken', 'in-account', 'premium', 'price', 'redemption', 'no-contact', 'no-details'].includes(
      reason ?? '',
    )
  return isUnsent ? ['send-again', 'done', 'refuse'] : [...looks, 'done', 'refuse']
}
