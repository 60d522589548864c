import { m } from '../../../../paraglide/messages.js'
import { errorSentence } from '../../../../client/error-messages.ts'
import { receiptTexts } from '../claims/receipt-texts.ts'
import { formatDecimal } from '../../../../shared/money/money.ts'
import type { HeldReason } from '../../received/received.ts'
import type { ReceivedItem } from './received.api.ts'
import type { StatementField, StatementRefusal, UnreadReason } from '../../statements/statement.ts'

/** Why what came in waits for a person, each with what to look at. */
const reasons: Record<HeldReason, () => string> = {
  sender: m.billing_held_sender,
  letters: m.billing_held_letters,
  relayed: m.billing_held_relayed,
  'taken-back': m.billing_held_taken_back,
  several: m.billing_held_several,
  amount: m.billing_held_amount,
  'own-money': m.billing_held_own_money,
  wording: m.billing_held_wording,
  'code-form': m.billing_held_code_form,
  time: m.billing_held_time,
  balance: m.billing_held_balance,
  'no-code': m.billing_held_no_code,
  'code-used': m.billing_held_code_used,
  'other-till': m.billing_held_other_till,
  method: m.billing_held_method,
  currency: m.billing_held_currency,
  pasted: m.billing_held_pasted,
  reversal: m.billing_held_reversal,
  'charge-void': m.billing_held_charge_void,
  'other-currency': m.billing_held_other_currency,
  'claimed-by-another': m.billing_held_claimed_by_another,
  first: m.billing_held_first,
  'several-claims': m.billing_held_several_claims,
  'several-references': m.billing_held_several_references,
  disagrees: m.billing_held_disagrees,
  restored: m.billing_held_restored,
  'no-payment': m.billing_held_no_payment,
  'taken-off': m.billing_taken_off,
  'maybe-repeated': m.billing_held_maybe_repeated,
}

const isHeldReason = (reason: string | null): reason is HeldReason =>
  reason !== null && Object.hasOwn(reasons, reason)

export const reasonText = (reason: string | null): string =>
  isHeldReason(reason) ? reasons[reason]() : m.billing_unread()

/** What an admin wrote about a payment. Null where the program gave the reason. */
export const writtenReason = (reason: string | null) => (isHeldReason(reason) ? null : reason)

export const channelLabels: Record<ReceivedItem['channel'], () => string> = {
  message: m.billing_channel_message,
  pasted: m.billing_channel_pasted,
  statement: m.billing_channel_statement,
  'by-hand': m.billing_channel_by_hand,
}

/** Why a statement is refused, and what to do. */
const refusals: Record<StatementRefusal | 'too-large', () => string> = {
  empty: m.billing_statement_empty,
  binary: m.billing_statement_binary,
  pdf: m.billing_statement_pdf,
  'pdf-scanned': m.billing_statement_pdf_scanned,
  password: m.billing_statement_password,
  'password-wrong': m.billing_statement_password_wrong,
  'old-excel': m.billing_statement_old_excel,
  xml: m.billing_statement_xml,
  unpacked: m.billing_statement_unpacked,
  slow: m.billing_statement_slow,
  'too-many-rows': m.billing_statement_too_many_rows,
  'no-columns': m.billing_statement_no_columns,
  'too-large': m.billing_statement_too_large,
}

export const refusalText = (reason: string): string =>
  Object.hasOwn(refusals, reason) ? refusals[reason as StatementRefusal]() : m.billing_statement_failed()

const unreadReasons: Record<UnreadReason, () => string> = {
  cells: m.billing_unread_cells,
  date: m.billing_unread_date,
  amount: m.billing_unread_amount,
  code: m.billing_unread_code,
  'both-directions': m.billing_unread_both_directions,
  'no-direction': m.billing_unread_no_direction,
  opening: m.billing_unread_opening,
  currency: m.billing_unread_currency,
  status: m.billing_unread_status,
  direction: m.billing_unread_direction,
  dates: m.billing_unread_dates,
  decimals: m.billing_unread_decimals,
}

export const unreadText = (reason: UnreadReason): string => unreadReasons[reason]()

export const fieldLabels: Record<StatementField, () => string> = {
  date: m.billing_column_date,
  time: m.billing_column_time,
  code: m.billing_column_code,
  in: m.billing_column_in,
  out: m.billing_column_out,
  amount: m.common_amount,
  direction: m.billing_column_direction,
  currency: m.common_currency,
  balance: m.billing_column_balance,
  details: m.common_details,
  party: m.billing_column_party,
  reference: m.common_reference,
  original: m.billing_column_original,
  status: m.common_status,
}

/** An amount that may not have been read. */
export const amountText = (amount: number | null, currency: string | null): string =>
  amount === null ? '—' : currency ? formatDecimal(amount, currency) : String(amount)

/** Why a decision was not saved. */
export const decisionFailure = errorSentence(m.billing_decision_failed, {
  ...receiptTexts,
  CONFLICT: m.billing_decided_meanwhile,
  CODE_COUNTED: m.billing_code_counted,
  AMOUNT_INVALID: m.billing_amount_invalid,
  CURRENCY_INVALID: m.billing_currency_invalid,
})
