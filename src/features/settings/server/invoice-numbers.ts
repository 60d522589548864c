import { sql } from 'kysely'
import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { SettingKey, Settings } from '../settings.ts'
import { readStored } from './settings.ts'

export interface InvoiceNumbers {
  series: string
  /** 0: the last number of the series, whatever the year. */
  year: number
  last: number
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    invoice_numbers: InvoiceNumbers
  }
}

/** Makes this transaction the only one that gives numbers or changes how they go on, until it ends. */
const lockNumbers = async ({ db }: Transaction): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('invoice_numbers'))`.execute(db)
}

/** How the numbers of a series go on. */
interface Numbering {
  /** Whether they start again each year. */
  restarts: Settings['papers.numbersRestart']
  /** The number with which the series begins: in its year, or at all if it never restarts. 1 without one. */
  first: Settings['papers.firstNumber']
}

/** The numbering of a series: that of invoices is a setting, and credit notes begin with 1 each year. */
const numberingOf = (settings: Settings, series: string): Numbering =>
  series === settings['papers.invoiceSeries']
    ? { restarts: settings['papers.numbersRestart'], first: settings['papers.firstNumber'] }
    : { restarts: 'yearly', first: null }

/**
 * The last number that the next one follows. Undefined where the series has none yet, in the year if it restarts. A year can
 * come back, with another time zone of the shop, and then its own numbers count too.
 */
async function lastNumber({ db }: Transaction, series: string, year: number, { restarts }: Numbering) {
  const row = await db
    .selectFrom('invoice_numbers')
    .select((eb) => eb.fn.max('last').as('last'))
    .where('series', '=', series)
    .where('year', 'in', restarts === 'yearly' ? [year] : [0, year])
    .executeTakeFirst()
  return row?.last ?? undefined
}

/** Takes the next number of a series in a year, by the settings of the moment. A rollback gives it back. */
export async function takeNumber(tx: Transaction, series: string, year: number): Promise<number> {
  // The settings are read behind the lock, so that a change takes effect for the next number.
  await lockNumbers(tx)
  const numbering = numberingOf(await readStored(tx), series)
  const before = await lastNumber(tx, series, year, numbering)
  const isFirst = numbering.restarts === 'never' || numbering.first?.year === year
  const last = before === undefined ? (isFirst && numbering.first?.number) || 1 : before + 1
  // Both rows, so that a change of the setting goes on with the number that was given last.
  await tx.db
    .insertInto('invoice_numbers')
    .values([0, year].map((of) => ({ series, year: of, last })))
    .onConflict((conflict) =>
      conflict.columns(['series', 'year']).doUpdateSet((eb) => ({ last: eb.ref('excluded.last') })),
    )
    .execute()
  return last
}

/**
 * Checks a new first number before it is saved, in the transaction that saves it. Refuses with `SETTING_INVALID` one that
 * is used (`number-used`) or would leave a gap after those that are (`number-gap`), in the year it is for and with the
 * prefix that is saved with it.
 */
export async function checkFirstNumber(
  tx: Transaction,
  values: ReadonlyMap<SettingKey, unknown>,
): Promise<void> {
  await lockNumbers(tx)
  const before = await readStored(tx)
  const wanted = { ...before, ...Object.fromEntries(values) } as Settings
  const key = 'papers.firstNumber'
  const first = wanted[key]
  if (!first || (first.year === before[key]?.year && first.number === before[key].number)) return
  const series = wanted['papers.invoiceSeries']
  const last = await lastNumber(tx, series, first.year, numberingOf(wanted, series))
  if (last === undefined || first.number === last + 1) return
  const reason = first.number <= last ? 'number-used' : 'number-gap'
  throw new Refused('SETTING_INVALID', { key, path: ['number'], reason })
}
