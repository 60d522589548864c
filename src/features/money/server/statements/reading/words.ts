import { answerKey } from '../../../statements/statement.ts'

/** Words of statements: status, direction, balances, and money that is not a payment. All are matched whole. */

const set = (words: string) => new Set(words.split(', '))

const completed = set(
  'c, complete, completed, success, successful, succeeded, successfully completed, posted, booked, ok, book',
)
const failed = set(
  'failed, failure, fail, f, declined, cancelled, canceled, rejected, expired, timeout, timed out, unsuccessful, not successful, aborted, voided, error, imeshindikana, imefeli, imekataliwa, imeghairiwa, haikufanikiwa, haijafanikiwa',
)
const pending = set(
  'pending, pdng, processing, in progress, initiated, queued, scheduled, on hold, awaiting, inasubiri, inashughulikiwa, haijakamilika',
)
const takenBack = set(
  'reversed, rvsl, refunded, returned, charged back, chargeback, imerudishwa, imebatilishwa, umerudishwa',
)

/** What a status says of its row. Undefined for an unknown word. */
export function statusOf(cell: string): 'counts' | 'failed' | 'taken-back' | undefined {
  const word = answerKey(cell).replace(/[.!]$/, '')
  if (completed.has(word)) return 'counts'
  if (failed.has(word) || pending.has(word)) return 'failed'
  return takenBack.has(word) ? 'taken-back' : undefined
}

const inwards = set(
  'c, cr, credit, crdt, credited, in, +, incoming, inward, inflow, received, receive, deposit, cash in, money in, paid in, cash deposit, pokea, ingia, iliyoingia, umepokea, kuweka',
)
const outwards = set(
  'd, dr, debit, dbit, debited, out, -, \u2212, outgoing, outward, outflow, sent, send, withdrawal, withdraw, withdrawn, charge, charges, fee, fees, cash out, money out, paid out, atm, toa, tuma, iliyotoka, umetuma, umetoa, makato, ada',
)

/** Which way a word says that money went. Undefined for an unknown word. */
export function directionOf(cell: string): 'in' | 'out' | undefined {
  const word = answerKey(cell).replace(/\.$/, '')
  if (inwards.has(word)) return 'in'
  return outwards.has(word) ? 'out' : undefined
}

const balanceWords =
  /^\W{0,5}(?:(?:opening|closing|starting|ending|beginning|final|available|cleared|book|ledger|previous|current|running|account|day end|end of day) bal(?:ance)?|bal(?:ance)?(?: (?:brought|carried))? ?(?:forward|b[/.]?f|c[/.]?f|b[/.]?d|c[/.]?d)|brought (?:forward|down)|carried (?:forward|down)|b\/f|c\/f|b\/d|c\/d|balance as (?:at|of)|salio (?:la )?(?:kuanzia|awali|mwanzo|mwisho|la mwisho|kufunga|lililoletwa|lililohamishwa)|solde (?:initial|final|d ouverture|de cloture|reporte))\b/
const totalWords =
  /^(?:(?:sub|grand|page|net)[ -]?)?total(?:s)?(?: (?:of )?(?:paid in|paid out|in|out|credits?|debits?|withdrawn|deposits?|withdrawals?|amount|transactions?))?s?\b[ :]{0,3}$|^(?:jumla|jumla kuu|balance|salio|solde)\b[ :]{0,3}$/

/**
 * Whether a text says that its row is a balance or a total, and no money that moved. `maybe` is a word that payers write
 * too: who pays a rest writes "Balance".
 */
export function balanceLine(text: string): 'yes' | 'maybe' | 'no' {
  const plain = text.slice(0, 200).toLowerCase().replaceAll(/\s+/g, ' ').trim()
  if (balanceWords.test(plain)) return 'yes'
  return totalWords.test(plain) ? 'maybe' : 'no'
}
