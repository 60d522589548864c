import {
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleHelp,
  CircleX,
  Clock,
  Hand,
  KeyRound,
  type LucideIcon,
  TrendingDown,
} from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import type { Tone } from '../../../kit/Badge.tsx'
import type { FulfilmentAct, FulfilmentKind, FulfilmentReason, FulfilmentState } from '../states.ts'

export const kindLabels: Record<FulfilmentKind, () => string> = {
  register: m.fulfil_kind_register,
  renew: m.fulfil_kind_renew,
  transfer: m.fulfil_kind_transfer,
  nameservers: m.fulfil_kind_nameservers,
  lock: m.fulfil_kind_lock,
  privacy: m.fulfil_kind_privacy,
  contacts: m.fulfil_kind_contacts,
}

export const stateLabels: Record<FulfilmentState, () => string> = {
  ready: m.fulfil_state_ready,
  sent: m.fulfil_state_sent,
  ordered: m.fulfil_state_ordered,
  unknown: m.fulfil_state_unknown,
  held: m.fulfil_state_held,
  refused: m.fulfil_state_refused,
  done: m.fulfil_state_done,
}

const stateLooks: Record<FulfilmentState, { tone: Tone; icon: LucideIcon }> = {
  ready: { tone: 'neutral', icon: CircleDot },
  sent: { tone: 'pending', icon: CircleDashed },
  ordered: { tone: 'pending', icon: CircleDashed },
  unknown: { tone: 'pending', icon: CircleHelp },
  held: { tone: 'pending', icon: Hand },
  refused: { tone: 'rejected', icon: CircleX },
  done: { tone: 'available', icon: CircleCheck },
}

/** What something waits for that was not sent yet. The staff can change the first two. */
const waits: Partial<Record<FulfilmentReason, { text: () => string; icon: LucideIcon }>> = {
  balance: { text: m.fulfil_waits_balance, icon: TrendingDown },
  credentials: { text: m.fulfil_waits_credentials, icon: KeyRound },
  limit: { text: m.fulfil_waits_registrar, icon: Clock },
  maintenance: { text: m.fulfil_waits_registrar, icon: Clock },
  unreachable: { text: m.fulfil_waits_registrar, icon: Clock },
}

/** How far a fulfilment is in a list, and what it waits for. */
export function stateLook({ state, reason }: { state: FulfilmentState; reason: FulfilmentReason | null }): {
  text: string
  tone: Tone
  icon: LucideIcon
} {
  const wait = state === 'ready' && reason ? waits[reason] : undefined
  return wait
    ? { text: wait.text(), tone: 'pending', icon: wait.icon }
    : { text: stateLabels[state](), ...stateLooks[state] }
}

/** What happened, and what is sure. */
export const reasonTexts: Record<FulfilmentReason, () => string> = {
  limit: m.fulfil_reason_limit,
  balance: m.fulfil_reason_balance,
  maintenance: m.fulfil_reason_maintenance,
  credentials: m.fulfil_reason_credentials,
  unreachable: m.fulfil_reason_unreachable,
  'by-hand': m.fulfil_reason_by_hand,
  taken: m.fulfil_reason_taken,
  'in-account': m.fulfil_reason_in_account,
  premium: m.fulfil_reason_premium,
  price: m.fulfil_reason_price,
  elsewhere: m.fulfil_reason_elsewhere,
  absent: m.fulfil_reason_absent,
  unmoved: m.fulfil_reason_unmoved,
  unclear: m.fulfil_reason_unclear,
  'no-contact': m.fulfil_reason_no_contact,
  'no-details': m.fulfil_reason_no_details,
  'not-booked': m.fulfil_reason_not_booked,
  redemption: m.fulfil_reason_redemption,
  'not-offered': m.fulfil_reason_not_offered,
  contact: m.fulfil_reason_contact,
  nameservers: m.fulfil_reason_nameservers,
  'auth-code': m.fulfil_reason_auth_code,
  locked: m.fulfil_reason_locked,
  'too-new': m.fulfil_reason_too_new,
  objected: m.fulfil_reason_objected,
  'not-ours': m.fulfil_reason_not_ours,
  other: m.fulfil_reason_other,
}

/** What a state means where no reason says more. */
export const stateTexts: Record<FulfilmentState, () => string> = {
  ready: m.fulfil_about_ready,
  sent: m.fulfil_about_sent,
  ordered: m.fulfil_about_ordered,
  unknown: m.fulfil_about_unknown,
  held: m.fulfil_about_held,
  refused: m.fulfil_about_refused,
  done: m.fulfil_about_done,
}

export const actLabels: Record<FulfilmentAct, () => string> = {
  look: m.fulfil_act_look,
  'send-again': m.fulfil_act_send_again,
  done: m.fulfil_act_done,
  refuse: m.fulfil_act_refuse,
}
