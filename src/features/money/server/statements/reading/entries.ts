import { thousandths } from '../../../amounts.ts'
import type {
  RowDoubt,
  Statement,
  StatementFormat,
  StatementRow,
  UnreadRow,
} from '../../../statements/statement.ts'
import { decimalOf } from './cell-amount.ts'
import { proofOfSections, type Section } from './running-balance.ts'
import { receiptKey } from '../../../received/receipt-key.ts'
import { isChargeForReturn, isOwnMoney, isUncertain, takesBack } from '../../../no-payment.ts'
import { LONGEST_DETAILS } from './unreadable.ts'

/** Money that moved, as a statement of any format names it. The amount has no sign. */
export interface Entry extends Omit<StatementRow, 'kind' | 'doubt'> {
  direction: 'in' | 'out'
  /** A mark or a status says that it takes back what went the other way. */
  isTakenBack: boolean
  /** A code says that the bank may take it back, as it was not paid yet. */
  isReserved?: boolean
  /** Of a file with several accounts, between which money moves under one number. */
  account?: string | undefined
  /** The number in place of the receipt number identifies nothing. */
  isCodeLost?: boolean
}

/** The row of an entry. Null for money that went out, which is no payment to the shop. */
export function rowOf({
  direction,
  isTakenBack,
  isReserved,
  isCodeLost,
  ...entry
}: Entry): StatementRow | null {
  const details = entry.details.slice(0, LONGEST_DETAILS)
  if (direction === 'out') {
    const said = [entry.code, details, entry.others].join(' ')
    const isBack = isTakenBack || (takesBack(said) && !isChargeForReturn(said))
    return isBack ? { ...entry, details, kind: 'reversal', doubt: 'taken-back' } : null
  }
  // A payer may be called "Refund Agency".
  const parts = [entry.name, entry.phone].filter((part) => part !== null && part !== '')
  const words = parts.reduce<string>(
    (text, part) => text.replaceAll(part!, ' '),
    `${details} ${entry.others ?? ''}`,
  )
  const doubts: [RowDoubt, boolean][] = [
    ['taken-back', isTakenBack || Boolean(isReserved) || takesBack(words) || isUncertain(words)],
    ['no-payment', isOwnMoney(words)],
    ['no-code', Boolean(isCodeLost)],
  ]
  const doubt = doubts.find(([, applies]) => applies)?.[0] ?? null
  return { ...entry, details, kind: 'incoming', doubt }
}

/** The receipt number of an entry with its amount. Undefined where it has none that identifies it. */
const printOf = ({ code, amount }: Entry): string | undefined =>
  code && /\d/.test(code) ? `${receiptKey(code)} ${thousandths(amount)}` : undefined
const printInAccount = (entry: Entry) => JSON.stringify([entry.account, printOf(entry)])

export function collected(
  entries: readonly Entry[],
): Pick<Statement, 'rows' | 'debits' | 'sums' | 'period'> & { out: number } {
  const rows: StatementRow[] = []
  const debits: StatementRow[] = []
  const sums = { in: 0n, out: 0n }
  let from: string | undefined
  let to: string | undefined
  let out = 0
  // What goes out under the number of a payment, and is as much, takes it back. A fee is less.
  const came = entries.filter((entry) => entry.direction === 'in' && printOf(entry))
  const cameAnywhere = new Set(came.map(printOf))
  const cameInAccount = new Set(came.map(printInAccount))
  for (const entry of entries) {
    const isSame = entry.direction === 'out' && cameInAccount.has(printInAccount(entry))
    const { account: _, ...own } = entry
    const row = rowOf(isSame ? { ...own, isTakenBack: true } : own)
    if (row) rows.push(row)
    else {
      out++
      const isMoved = cameAnywhere.has(printOf(entry))
      const debit = printOf(entry) && !isMoved && rowOf({ ...own, isTakenBack: true })
      if (debit) debits.push(debit)
    }
    sums[entry.direction] += thousandths(entry.amount)
    const day = entry.at.slice(0, 10)
    if (from === undefined || day < from) from = day
    if (to === undefined || day > to) to = day
  }
  return {
    rows,
    debits,
    out,
    sums: { in: decimalOf(sums.in), out: decimalOf(sums.out) },
    period: from !== undefined && to !== undefined ? { from, to } : null,
  }
}

/** A statement of a format that names its entries itself, without columns. */
export function statementOf(
  format: StatementFormat,
  entries: readonly Entry[],
  { unread, failed, sections }: { unread: UnreadRow[]; failed: number; sections: readonly Section[] },
): Statement {
  const { out, ...read } = collected(entries)
  return {
    format,
    fingerprint: null,
    header: [],
    columns: {},
    likely: {},
    answers: {},
    sample: [],
    questions: [],
    ...read,
    unread,
    skipped: { out, failed, balance: 0 },
    proof: proofOfSections(sections),
  }
}

/** A payer in the details: their phone number, then their name, and at times the account that they typed. */
const payerInDetails = /\b(?:from|kutoka)\s{1,4}([\d*]{6,20})\s{0,4}-\s{0,4}/i
const accountInDetails = /\sacc(?:ount)?\.?\s{0,4}(?=\S)/i

/** The name, and the account, in what follows the payer's number. */
function nameAndAccount(text: string): (string | undefined)[] {
  const found = accountInDetails.exec(text)
  if (!found) return [text.trim() || undefined]
  return [text.slice(0, found.index).trim() || undefined, text.slice(found.index + found[0].length).trim()]
}

/** Who paid, and for which account, as the column of the payer or the details say it. */
export function payerOf(
  party: string,
  whole: string,
): { name: string | null; phone: string | null; account: string | null } {
  const details = whole.slice(0, LONGEST_DETAILS)
  const [, phone, name] = /^([\d*+]{6,}) - (.+)$/.exec(party) ?? []
  const payer = payerInDetails.exec(details)
  const [nameInText, account] = payer ? nameAndAccount(details.slice(payer.index + payer[0].length)) : []
  return {
    name: name ?? nameInText ?? (party || null),
    phone: phone ?? payer?.[1] ?? null,
    account: account || null,
  }
}
