import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { momentOf } from '../../dates.ts'
import { decimalsOf } from '../../../../shared/money/currencies.ts'
import { methodKey, receiptKey } from '../../received/receipt-key.ts'
import { referencesIn, shownReferencesIn } from '../../charges/reference.ts'
import type { StatementRow } from '../../statements/statement.ts'
import type { Caller, Database, Transaction } from '../../../../server/database/database.ts'
import type { Permission } from '../../../../shared/people/permissions.ts'
import type { Evidence } from '../received/evidence.ts'

type Work = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>

/** Transactions of a caller who loads a statement. */
export interface Access {
  read: Work
  write: Work
}

/** They refuse with `UNAUTHORIZED` and `FORBIDDEN`. */
export function accessOf(database: Database, caller: Caller): Access {
  const needed: Permission = 'payments.write'
  return {
    read: (work) => database.read(caller, work, needed),
    write: (work) => database.write(caller, work, needed),
  }
}

/** The slices of a long list. Other requests have their turn between them, so that none blocks the process. */
export async function* slicesOf<Item>(items: readonly Item[], size = 200): AsyncGenerator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) {
    if (from) await setImmediate()
    yield items.slice(from, from + size)
  }
}

export const KEYS = 2_000

export interface Source {
  /** One of the shop's payment methods. */
  method: string
  /** For rows that name no currency. */
  currency: string
  country: string
  now: Date
}

export async function evidenceOf(rows: readonly StatementRow[], source: Source): Promise<Evidence[]> {
  // Two equal rows of one statement are two payments, and the same two when it is loaded again.
  const seen = new Map<string, number>()
  const all: Evidence[] = []
  for await (const slice of slicesOf(rows))
    for (const row of slice) all.push(evidenceOfRow(row, source, seen))
  return all
}

/** What takes money back comes first, so that nothing is matched that the same statement takes back. */
export const reversalsFirst = (rows: readonly Evidence[]): Evidence[] =>
  rows.toSorted((one, other) => Number(other.kind === 'reversal') - Number(one.kind === 'reversal'))

function evidenceOfRow(
  row: StatementRow,
  { method, currency, country, now }: Source,
  seen: Map<string, number>,
): Evidence {
  // A word such as PAYMENT, which banks write in place of a receipt number, does not identify a payment.
  const key = (row.code && /\d/.test(row.code) && receiptKey(row.code)) || null
  const facts = [
    methodKey(method),
    row.currency ?? currency,
    key,
    row.at,
    Number(row.amount),
    row.balance,
    row.details,
    row.name,
  ]
  const print = JSON.stringify(facts)
  const number = (seen.get(print) ?? 0) + 1
  seen.set(print, number)
  const paidAt = momentOf(row.at, country)
  const ofFacts = !isWholeIn(row.amount, row.currency ?? currency)
    ? 'amount'
    : isPossible(paidAt, now)
      ? null
      : 'time'
  const doubt = row.doubt ?? ofFacts
  const reason = row.kind === 'reversal' ? 'reversal' : doubt
  return {
    channel: 'statement',
    sender: null,
    body: row.details || null,
    country,
    kind: row.kind,
    method: methodKey(method),
    account: null,
    amount: row.amount,
    currency: row.currency ?? currency,
    code: row.code,
    code_key: key,
    payer_name: row.name,
    payer_phone: row.phone,
    reference: row.reference,
    reference_keys: [
      ...new Set([
        ...referencesIn(row.reference, row.details),
        ...shownReferencesIn(row.code, row.name, row.others),
      ]),
    ],
    paid_at: paidAt,
    received_at: now,
    balance: row.balance,
    fee: null,
    reverses: row.kind === 'reversal' ? reversedKeys(row) : null,
    rank: 4,
    fingerprint: hash('sha256', `statement ${number} ${print}`, 'buffer'),
    state: reason ? 'held' : 'received',
    reason,
  }
}

/** Whether an amount has no part of the smallest unit of its currency. Nobody pays half a shilling of Uganda. */
const isWholeIn = (amount: string, currency: string): boolean =>
  !/[1-9]/.test((amount.split('.')[1] ?? '').slice(decimalsOf(currency)))

/** Value dates may be a day ahead, and no statement goes back further. */
const MOST_AHEAD_MS = 24 * 3_600_000
const MOST_BACK_MS = 5 * 366 * MOST_AHEAD_MS

const isPossible = (paidAt: Date, now: Date): boolean =>
  paidAt.getTime() <= now.getTime() + MOST_AHEAD_MS && paidAt.getTime() >= now.getTime() - MOST_BACK_MS

/**
 * The receipt numbers that a reversal may be about: its own, and those in its texts, also with points or a word before them.
 * A short one has letters and digits, as `A1`, or is the number of a cheque.
 */
const reversedKeys = ({ code, original, details, others, name, reference }: StatementRow): string[] => {
  const texts = [code ?? '', details, others ?? '', name ?? '', reference ?? ''].join(' ')
  const words = [
    ...(texts.match(/[\p{L}\p{N}]{6,}/gu) ?? []),
    ...(texts.match(/[\p{L}\p{N}._/-]{6,}/gu) ?? []),
    ...(texts.match(/(?<![\p{L}\p{N}._/-])(?:\p{L}{1,4}\p{N}{1,4}|\p{N}{4,5})(?![\p{L}\p{N}._/-])/gu) ?? []),
  ]
  const bare = words.map((word) => word.replace(/^(?:rev(?:ersal|erse)?|rvsl|rtn|ref)[._/-]?/i, ''))
  const keys = [code ?? '', original ?? '', ...words, ...bare].filter((one) => /\d/.test(one)).map(receiptKey)
  return [...new Set(keys.filter(Boolean))]
}

/** The rows that are stored already, of a statement that is loaded again: the payment of each fingerprint. */
export async function storedPrints(
  { read }: Access,
  rows: readonly Evidence[],
): Promise<Map<string, string>> {
  const stored = new Map<string, string>()
  for await (const slice of slicesOf(rows, KEYS)) {
    const prints = slice.map(({ fingerprint }) => fingerprint)
    const found = await read(({ db }) =>
      db
        .selectFrom('payment_evidence')
        .select(['fingerprint', 'payment_id'])
        .where((eb) => eb('fingerprint', '=', eb.fn.any(eb.val(prints))))
        .execute(),
    )
    for (const { fingerprint, payment_id } of found) stored.set(fingerprint!.toString('hex'), payment_id)
  }
  return stored
}
