import { readAmount, thousandths } from '../../../../amounts.ts'
import type { Statement, UnreadReason, UnreadRow } from '../../../../statements/statement.ts'
import { readTime } from '../../../../dates.ts'
import { type Entry, statementOf } from '../entries.ts'
import type { Section } from '../running-balance.ts'
import { MOST_ROWS, Unreadable } from '../unreadable.ts'
import { elementsAt, textAt, visitElements, type XmlElement } from './xml-elements.ts'

/** Whether a text is a camt.053 statement, or one of its siblings camt.052 and camt.054 (ISO 20022). */
export const isCamt = (text: string): boolean => /<(?:[\w-]{1,20}:)?BkToCstmr/.test(text.slice(0, 4_000))

const parts = new Set(['Stmt', 'Rpt', 'Ntfctn'])
const read = new Set(['Acct', 'Bal', 'Ntry'])

/** ISO 20022 writes "no reference" so. */
const known = (reference: string | undefined) =>
  reference && !/^(?:NOTPROVIDED|NONREF|NOT PROVIDED)$/i.test(reference) ? reference : undefined

/** The amount of an element in thousandths, with its currency. */
function amountAt(element: XmlElement, ...path: string[]) {
  const [found] = elementsAt(element, ...path)
  const amount = found && readAmount(found.text.trim(), { decimalSign: '.' })
  if (!amount || amount === 'doubtful' || amount.amount.startsWith('-')) return undefined
  return { amount: amount.amount, currency: found.attributes.Ccy ?? null }
}

/** As `amountAt`, of money that moved: not zero, nor less than the database keeps of an amount. */
function movedAt(element: XmlElement, ...path: string[]) {
  const found = amountAt(element, ...path)
  return found && thousandths(found.amount) > 0n ? found : undefined
}

/** Opening and closing balance as booked, and the closing one of the time before. */
const balanceCodes: Record<string, 'opening' | 'closing'> = {
  OPBD: 'opening',
  PRCD: 'opening',
  CLBD: 'closing',
}

/**
 * Reads a camt.053 statement (ISO 20022): `Bal` for the balances, `Ntry` for each entry and `TxDtls` for the payments of a
 * batch. Entries that are not booked yet do not count.
 * @throws Unreadable
 */
export function readCamt(text: string): Statement {
  const entries: Entry[] = []
  const unread: UnreadRow[] = []
  const sections: Section[] = []
  let failed = 0
  let row = 0
  let account: string | undefined
  const visit = (element: XmlElement) => {
    const section = sections.at(-1)
    if (element.name === 'Acct') {
      account = textAt(element, 'Id', 'IBAN') ?? textAt(element, 'Id', 'Othr', 'Id')
      return
    }
    if (element.name === 'Bal') {
      const kind = balanceCodes[textAt(element, 'Tp', 'CdOrPrtry', 'Cd') ?? '']
      const found = amountAt(element, 'Amt')
      if (!section || !kind || !found) return
      const sign = textAt(element, 'CdtDbtInd') === 'DBIT' ? -1n : 1n
      section[kind] = thousandths(found.amount) * sign
      return
    }
    row++
    if (entries.length + unread.length >= MOST_ROWS) throw new Unreadable('too-many-rows')
    const status = textAt(element, 'Sts', 'Cd') ?? textAt(element, 'Sts') ?? 'BOOK'
    if (status !== 'BOOK') {
      failed++
      return
    }
    const found = entriesOf(element, row)
    if (typeof found === 'string') {
      unread.push({ row, reason: found, cells: [shownText(element)] })
      return
    }
    entries.push(...found.map((entry) => ({ ...entry, account })))
    if (!section) return
    section.row = row
    for (const { amount, direction } of found)
      section.values.push(direction === 'in' ? thousandths(amount) : -thousandths(amount))
  }
  visitElements(text, read, visit, { names: parts, open: () => sections.push({ row: 0, values: [] }) })
  if (!sections.length) throw new Unreadable('no-columns')
  return statementOf('camt', entries, { unread, failed, sections })
}

/**
 * The sub-families of bank transaction codes (ISO 20022 external codes) of what takes money back: returned, cancelled and
 * reversed payments, direct debits, cheques and card payments.
 */
const returnCodes = new Set('RRTN RPCR PRDD RCDD UPDD ARET AREV UPCQ CQRV XPCQ UPCT UPTC'.split(' '))
/** Those of cheques that are credited before their bank has paid. */
const reserveCodes = new Set(['URCQ', 'XRCQ'])

const subFamiliesOf = (element: XmlElement): string[] =>
  elementsAt(element, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd').map(({ text }) => text.trim().toUpperCase())

/** Whether an indicator (xs:boolean) says yes. What is no boolean does. */
const isIndicated = (text = '') => !['', 'false', '0'].includes(text.trim().toLowerCase())

/** The payments of an entry: those of a batch, or the entry itself. */
function entriesOf(element: XmlElement, row: number): Entry[] | UnreadReason {
  const written =
    textAt(element, 'BookgDt', 'DtTm') ??
    textAt(element, 'BookgDt', 'Dt') ??
    textAt(element, 'ValDt', 'DtTm') ??
    textAt(element, 'ValDt', 'Dt')
  const at = written === undefined ? undefined : readTime(written)
  if (at === undefined) return 'date'
  const whole = movedAt(element, 'Amt')
  if (!whole) return 'amount'
  const mark = textAt(element, 'CdtDbtInd')
  if (mark !== 'CRDT' && mark !== 'DBIT') return 'no-direction'
  const direction = mark === 'CRDT' ? 'in' : 'out'
  const isReversal = isIndicated(textAt(element, 'RvslInd'))
  const entry = (details: XmlElement | undefined, amount: string, code: string | undefined): Entry => {
    const subFamilies = [element, ...(details ? [details] : [])].flatMap(subFamiliesOf)
    const isReturned = details !== undefined && elementsAt(details, 'RtrInf').length > 0
    return {
      row,
      at,
      amount,
      direction,
      currency: whole.currency,
      balance: null,
      phone: null,
      original: null,
      isTakenBack: isReversal || isReturned || subFamilies.some((one) => returnCodes.has(one)),
      isReserved: subFamilies.some((one) => reserveCodes.has(one)),
      code: code ?? null,
      name: (details && partyOf(details, direction)) ?? null,
      reference: (details && referenceOf(details, code)) ?? null,
      details: textsOf(element, details),
      others: [...(details ? codesOf(details) : []), textAt(element, 'NtryRef') ?? ''].join(' ').trim(),
    }
  }
  const all = elementsAt(element, 'NtryDtls', 'TxDtls')
  const amounts = all.map((one) => movedAt(one, 'Amt') ?? movedAt(one, 'AmtDtls', 'TxAmt', 'Amt'))
  const sum = amounts.reduce((total, one) => total + (one ? thousandths(one.amount) : 0n), 0n)
  if (all.length > 1 && amounts.every(Boolean) && sum === thousandths(whole.amount)) {
    const codes = all.map((one) => codesOf(one)[0])
    // A number that several of a batch have is that of the batch.
    const isOwn = (code: string | undefined) => codes.filter((other) => other === code).length === 1
    return all.map((one, index) =>
      entry(one, amounts[index]!.amount, isOwn(codes[index]) ? codes[index] : undefined),
    )
  }
  const [only] = all
  const own =
    known(textAt(element, 'AcctSvcrRef')) ?? (only && codesOf(only)[0]) ?? known(textAt(element, 'NtryRef'))
  return [entry(only, whole.amount, own)]
}

const codesOf = (details: XmlElement): string[] =>
  ['AcctSvcrRef', 'TxId', 'InstrId', 'EndToEndId'].flatMap(
    (name) => known(textAt(details, 'Refs', name)) ?? [],
  )

const referenceOf = (details: XmlElement, code: string | undefined) =>
  textAt(details, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref') ??
  [known(textAt(details, 'Refs', 'EndToEndId'))].find((one) => one !== code)

function partyOf(details: XmlElement, direction: 'in' | 'out') {
  const role = direction === 'in' ? 'Dbtr' : 'Cdtr'
  return textAt(details, 'RltdPties', role, 'Nm') ?? textAt(details, 'RltdPties', role, 'Pty', 'Nm')
}

function textsOf(element: XmlElement, details: XmlElement | undefined): string {
  const texts = [
    ...(details ? elementsAt(details, 'RmtInf', 'Ustrd') : []),
    ...(details ? elementsAt(details, 'AddtlTxInf') : []),
    ...elementsAt(element, 'AddtlNtryInf'),
  ]
  return texts.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim()).join(' ')
}

/** All texts of an entry, for the list of what was not read. */
const shownText = (element: XmlElement): string =>
  [element.text.trim(), ...element.children.map(shownText)].filter(Boolean).join(' ').slice(0, 500)
