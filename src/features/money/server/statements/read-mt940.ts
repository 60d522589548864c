import type { Statement, StatementRow } from '../../statements/statement.ts'
import { MOST_ROWS, takesBack, Unreadable } from './read-csv.ts'

/** Whether a text is an MT940 statement: it has a field 61 on a line of its own. */
export const isMt940 = (text: string): boolean => /^:61:/m.test(text)

/** Value date, entry date, mark, funds code, amount, type, the customer's reference, and the bank's after `//`. */
const line61 =
  /^(\d{2})(\d{2})(\d{2})(?:\d{4})?(R?[CD])[A-Z]?(\d+,\d{0,3})[A-Z][A-Z0-9]{3}([^/\n]*(?:\/(?!\/)[^/\n]*)*)(?:\/\/([^\n]*))?/

/** SWIFT writes "no reference" so. */
const known = (reference: string | undefined) => {
  const text = reference?.trim()
  return text && !/^NONREF$/i.test(text) ? text : null
}

/**
 * Reads an MT940 statement (SWIFT customer statement message): fields 60 for the currency, 61 for each entry and 86 for
 * its details. A reversed credit (RC) takes
 * money back, and so does a debit whose details say so.
 * @throws Unreadable
 */
export function readMt940(text: string): Statement {
  const fields = [...text.matchAll(/^:(\d{2}[A-Z]?):((?:.|\n(?!:\d{2}[A-Z]?:|-\}|-\r?$))*)/gm)]
  const rows: StatementRow[] = []
  const sentOut: StatementRow[] = []
  const skipped = { out: 0, failed: 0, unreadable: 0 }
  let currency: string | null = null
  let current: StatementRow | undefined
  for (const [, tag, value = ''] of fields) {
    if (tag === '60F' || tag === '60M') currency = /^[CD]\d{6}([A-Z]{3})/.exec(value)?.[1] ?? currency
    if (tag === '86' && current) {
      current.details = detailsOf(value)
      current.isDoubtful ||= takesBack(current.details)
    }
    if (tag !== '86') current = undefined
    if (tag !== '61') continue
    const found = line61.exec(value)
    if (!found) skipped.unreadable++
    else (found[4] === 'D' ? sentOut : rows).push((current = rowOf(found, currency)))
  }
  const takenBack = sentOut.filter(({ isDoubtful }) => isDoubtful)
  skipped.out = sentOut.length - takenBack.length
  rows.push(...takenBack)
  if (rows.length + skipped.out + skipped.unreadable > MOST_ROWS) throw new Unreadable('too-many-rows')
  if (!/^:62[FM]:/m.test(text)) throw new Unreadable('cut')
  return { format: 'mt940', fingerprint: null, header: [], columns: {}, sample: [], rows, skipped }
}

function rowOf(found: RegExpExecArray, currency: string | null): StatementRow {
  const [, year, month, day, mark, amount = '', own, bank] = found
  return {
    kind: mark === 'RC' || mark === 'D' ? 'reversal' : 'incoming',
    at: `20${year}-${month}-${day}`,
    amount: amount.replace(',', '.').replace(/\.$/, ''),
    currency,
    code: known(bank) ?? known(own),
    name: null,
    phone: null,
    reference: bank === undefined ? null : known(own),
    balance: null,
    details: '',
    isDoubtful: mark === 'RD',
  }
}

/** The text of field 86 without its line breaks and the numbers of its parts (`?20`). */
const detailsOf = (value: string) =>
  value
    .replaceAll(/\r?\n/g, '')
    .replaceAll(/\?\d{2}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
