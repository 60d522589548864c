import { sql } from 'kysely'
import { displayName } from '../../../../shared/people/person.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import type { PreviewedRow, Statement, StatementPreview } from '../../statements/statement.ts'
import type { HeldReason } from '../../received/received.ts'
import { type Evidence, isCounted } from '../received/evidence.ts'
import { type Access, evidenceOf, KEYS, slicesOf, type Source, storedPrints } from './row-evidence.ts'

/** Rows of each kind that the preview lists. */
const SHOWN = 50
/** Rows that are not read, which the preview lists and offers as a file. */
const MOST_UNREAD = 2_000

interface KnownCode {
  method: string | null
  amount: string | null
  isCounted: boolean
}

type Named = NonNullable<PreviewedRow['pays']>

/**
 * What saving a statement would do: which of its rows are new, which are stored already and which are doubtful and why, and
 * whose open amounts they name. Without a method, rows are known by their receipt numbers only.
 */
export async function previewStatement(
  access: Access,
  statement: Statement,
  { method, ...source }: Omit<Source, 'method'> & { method?: string | undefined },
): Promise<StatementPreview> {
  const rows = await evidenceOf(statement.rows, { ...source, method: method ?? '' })
  const prints = method ? await storedPrints(access, rows) : new Map<string, string>()
  const codes = await knownCodes(access, rows)
  const charges = await access.read((tx) => namedCharges(tx, rows))
  const judged: PreviewedRow[] = []
  for await (const slice of slicesOf(rows))
    for (const evidence of slice) {
      const { row, kind, at, amount, code, name, reference } = statement.rows[judged.length]!
      const same = evidence.code_key === null ? [] : (codes.get(evidence.code_key) ?? [])
      const found = evidence.reference_keys.flatMap((key) => charges.get(key) ?? [])
      const reason = doubtOf(evidence, same, method)
      const isStored =
        prints.has(evidence.fingerprint.toString('hex')) || (!reason && isKnown(evidence, same))
      judged.push({
        row,
        kind,
        at,
        amount: Number(amount),
        currency: evidence.currency!,
        code,
        name,
        reference,
        state: isStored ? 'known' : reason ? 'doubtful' : 'new',
        reason: isStored ? null : reason,
        pays: found.length === 1 ? found[0]! : null,
      })
    }
  const of = (state: PreviewedRow['state']) => judged.filter((one) => one.state === state)
  const { rows: _, debits: _debits, unread, ...rest } = statement
  return {
    ...rest,
    currency: source.currency,
    count: judged.length,
    counts: {
      new: of('new').length,
      known: of('known').length,
      doubtful: of('doubtful').length,
      pays: judged.filter(({ pays, state }) => pays && state === 'new').length,
      unread: unread.length,
    },
    // What needs a look stands first.
    rows: [...of('doubtful').slice(0, SHOWN), ...of('new').slice(0, SHOWN), ...of('known').slice(0, SHOWN)],
    unread: unread.slice(0, MOST_UNREAD),
  }
}

function doubtOf(
  { reason, kind, amount, method }: Evidence,
  same: readonly KnownCode[],
  chosen: string | undefined,
): HeldReason | null {
  if (reason || kind === 'reversal') return reason
  const counted = same.filter(({ isCounted }) => isCounted)
  const isOther = counted.some((one) =>
    chosen && one.method !== method ? true : Number(one.amount) !== Number(amount),
  )
  return isOther ? 'code-used' : null
}

const isKnown = ({ amount }: Evidence, same: readonly KnownCode[]) =>
  same.some((one) => one.isCounted && Number(one.amount) === Number(amount))

/** The payments that have the receipt number of a row. Each slice is a transaction, so that none is a long one. */
async function knownCodes({ read }: Access, rows: readonly Evidence[]): Promise<Map<string, KnownCode[]>> {
  const keys = rows.flatMap(({ code_key, kind }) => (kind === 'incoming' ? (code_key ?? []) : []))
  const known = new Map<string, KnownCode[]>()
  for await (const slice of slicesOf([...new Set(keys)], KEYS)) {
    const found = await read(({ db }) =>
      db
        .selectFrom('received_payments')
        .select(['code_key', 'method', 'amount', 'state'])
        .where('code_key', '=', sql<string>`any (${slice}::text[])`)
        .where('kind', '=', 'incoming')
        .execute(),
    )
    for (const { code_key, state, ...one } of found)
      known.set(code_key!, [...(known.get(code_key!) ?? []), { ...one, isCounted: isCounted({ state }) }])
  }
  return known
}

/** The amounts due whose references stand in the rows, by reference. */
async function namedCharges({ db }: Transaction, rows: readonly Evidence[]): Promise<Map<string, Named>> {
  const references = [...new Set(rows.flatMap(({ reference_keys }) => reference_keys))]
  if (!references.length) return new Map()
  const found = await db
    .selectFrom('charges')
    .innerJoin('profiles', 'profiles.id', 'charges.user_id')
    .select('charges.reference')
    .select(['profiles.business_name', 'profiles.full_name', 'profiles.email'])
    .where('charges.reference', '=', sql<string>`any (${references}::text[])`)
    .execute()
  return new Map(
    found.map(({ reference, ...person }) => [reference, { reference, customer: displayName(person) }]),
  )
}
