import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../../../../server/database/database.ts'
import type { ScheduledJob } from '../../../../server/jobs.ts'
import { StartError } from '../../../../server/start-error.ts'

/**
 * - `posting`: the entries of a posting do not sum to zero.
 * - `sum`: the whole ledger does not sum to zero.
 * - `missing`: an act with money has no posting.
 * - `amount`: a posting moved another amount than its row says.
 * - `unknown`: a posting has no row that caused it.
 */
type Reason = 'posting' | 'sum' | 'missing' | 'amount' | 'unknown'

interface Difference {
  reason: Reason
  /** The posting, or the row and its act, such as `sale of charge 018f…`. */
  where: string
}

interface LedgerVerdict {
  postings: number
  /** The sum of the customers' balances: what the shop owes in each currency. */
  owed: { currency: string; amount: string }[]
  /** The first differences of each kind. None in a ledger that holds. */
  differences: Difference[]
}

type Read = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

const BATCH = 20_000
const MOST = 5

/**
 * Verifies the ledger: each posting and the whole sum to zero in every currency, each act with money is posted with its
 * amount, and each posting has the row that caused it. So every balance follows from claims, sales and refunds.
 */
export async function verifyLedger(read: Read): Promise<LedgerVerdict> {
  const differences: Difference[] = []
  const find = async (reason: Reason, query: RawBuilder<{ where: string }>) => {
    const { rows } = await read(({ db }) => query.execute(db))
    differences.push(...rows.map(({ where }) => ({ reason, where })))
  }
  const { rows: ends } = await read(({ db }) =>
    sql<{ last: number; postings: number }>`
      select coalesce(max(id), 0) as last, count(*) as postings from ledger_postings`.execute(db),
  )
  const { last, postings } = ends[0]!
  for (let after = 0; after < last; after += BATCH) await find('posting', unbalanced(after, after + BATCH))
  await find(
    'sum',
    sql`select sum(amount)::text || ' ' || currency as "where" from ledger_entries
         group by currency having sum(amount) <> 0`,
  )
  for (const act of postedActs) {
    await find('missing', missing(act))
    await find('amount', otherAmount(act))
  }
  await find('unknown', unknownSources)
  const { rows: owed } = await read(({ db }) =>
    sql<LedgerVerdict['owed'][number]>`
      select currency, sum(amount)::text as amount from ledger_entries where account = 'customer'
       group by currency order by currency`.execute(db),
  )
  return { postings, owed, differences }
}

const unbalanced = (after: number, until: number) => sql<{ where: string }>`
  select 'posting ' || p.id as "where"
    from ledger_postings p left join ledger_entries e on e.posting_id = p.id
   where p.id > ${after} and p.id <= ${until}
   group by p.id, e.currency having coalesce(sum(e.amount), 1) <> 0 limit ${MOST}`

/** An act that has to be posted: its rows as `(id, user_id, amount, currency)`, and the account that shows the amount. */
interface PostedAct {
  kind: string
  act: string
  rows: RawBuilder<unknown>
  /** What the entries of these accounts sum to, as a multiple of the row's amount. */
  accounts: string
  sign: 1 | -1
}

const posted = (
  kind: string,
  act: string,
  [accounts, sign]: readonly [string, 1 | -1],
  rows: RawBuilder<unknown>,
): PostedAct => ({ kind, act, accounts, sign, rows: sql`select id, amount, currency from ${rows}` })

const postedActs: PostedAct[] = [
  posted('received', 'receipt', ['cash:%', -1], sql`allocations`),
  posted('received', 'reversal', ['cash:%', 1], sql`allocations where undone_at is not null`),
  posted(
    'charge',
    'sale',
    ['customer', -1],
    sql`charges where paid_at is not null and amount > 0 and sale = 1`,
  ),
  posted('paper', 'sale', ['customer', -1], sql`invoices where kind = 'invoice' and sale > 1`),
  posted(
    'paper',
    'credit-note',
    ['customer', 1],
    sql`invoices where refund_id in (select id from allocations)`,
  ),
  {
    kind: 'fulfilment',
    act: 'cost',
    accounts: 'registrar:%',
    sign: 1,
    rows: sql`select id, cost as amount, currency from fulfilments where state = 'done' and cost > 0`,
  },
  posted('top-up', 'top-up', ['registrar:%', -1], sql`registrar_top_ups`),
  posted('top-up', 'reversal', ['registrar:%', 1], sql`registrar_top_ups where undone_at is not null`),
  posted(
    'refund',
    'refund',
    ['customer', -1],
    sql`refunds
         where not kept and not exists (select from ledger_postings where source_id = refunds.id and act = 'opening')`,
  ),
]

const missing = ({ kind, act, rows }: PostedAct) => sql<{ where: string }>`
  select ${`${act} of ${kind} `} || source.id as "where" from (${rows}) source
   where not exists (select from ledger_postings p
                      where p.source_kind = ${kind} and p.source_id = source.id and p.act = ${act})
   limit ${MOST}`

const otherAmount = ({ kind, act, rows, accounts, sign }: PostedAct) => sql<{ where: string }>`
  select ${`${act} of ${kind} `} || source.id as "where"
    from (${rows}) source
    join ledger_postings p on p.source_kind = ${kind} and p.source_id = source.id and p.act = ${act}
    left join ledger_entries e on e.posting_id = p.id and e.account like ${accounts} and e.currency = source.currency
   group by source.id, source.amount having coalesce(sum(e.amount), 0) <> ${sign}::integer * source.amount
   limit ${MOST}`

const unknownSources = sql<{ where: string }>`
  select p.act || ' of ' || p.source_kind || ' ' || p.source_id as "where" from ledger_postings p
   where not exists (select from charges where id = p.source_id and p.source_kind = 'charge')
     and not exists (select from allocations where id = p.source_id and p.source_kind = 'received')
     and not exists (select from received_payments where id = p.source_id and p.source_kind = 'received' and p.act = 'refund')
     and not exists (select from invoices where id = p.source_id and p.source_kind = 'paper')
     and not exists (select from refunds where id = p.source_id and p.source_kind = 'refund')
     and not exists (select from claims where id = p.source_id and p.source_kind = 'payment')
     and not exists (select from fulfilments where id = p.source_id and p.source_kind = 'fulfilment')
     and not exists (select from registrar_top_ups where id = p.source_id and p.source_kind = 'top-up')
   limit ${MOST}`

const reasonTexts: Record<Reason, string> = {
  posting: 'does not sum to zero',
  sum: 'is what the whole ledger sums to instead of zero',
  missing: 'is not posted',
  amount: 'is posted with another amount',
  unknown: 'is posted without its row',
}

const sentenceOf = ({ reason, where }: Difference) => `${where} ${reasonTexts[reason]}`

/** Verifies the ledger each night. A difference is a failed run, which the operator's console and the metrics show. */
export const ledgerVerification = (database: Database): ScheduledJob => ({
  name: 'ledger-verification',
  everyMs: 24 * 60 * 60_000,
  firstAfterMs: 60_000,
  deadlineMs: 60 * 60_000,
  async run() {
    const { differences } = await verifyLedger((work) => database.read('service', work))
    if (differences.length) throw new Error(`the ledger: ${sentenceOf(differences[0]!)}`)
  },
})

/**
 * Verifies the ledger for the command line and returns a sentence.
 * @throws StartError that names the differences, so that the command fails
 */
export async function verifyLedgerFromShell(database: Database): Promise<string> {
  const { postings, owed, differences } = await verifyLedger((work) => database.read('service', work))
  if (differences.length)
    throw new StartError(['The ledger does not hold:', ...differences.map(sentenceOf)].join('\n'))
  const credit = owed.map(({ amount, currency }) => `${amount} ${currency}`).join(', ') || 'nothing'
  return `The ledger holds: ${postings} postings, their sum is zero, and every payment, sale and refund is posted. The customers have a credit of ${credit}.`
}
