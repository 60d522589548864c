import { sql } from 'kysely'
import { displayName } from '../../../shared/people/person.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import type { ProductName } from '../../products/products.ts'
import { readSettings } from '../../settings/server/settings.ts'

export interface AnswerTimesFilter {
  weeks?: number | undefined
  kind?: ProductName | undefined
}

interface Row {
  measure: 'answers' | 'activations'
  /** The week of the row from 1, or the person and the product, or nothing: the total. */
  week: number | null
  person: string | null
  kind: ProductName | null
  is_person: boolean
  count: number
  within: number
  percentiles: [number, number]
}

interface Scope {
  /** The weeks, oldest first. */
  weeks: { week: string; begins: Date }[]
  kind: ProductName | undefined
  promised: number
}

/** The figures of the requests that arrived in the last weeks: in total, by week, and by person and product. */
export async function answerTimes(caller: CallerContext, { weeks = 12, kind }: AnswerTimesFilter) {
  const settings = await readSettings(caller.database)
  const { 'requests.promiseMinutes': promised_minutes, 'shop.timeZone': zone } = settings
  return caller.read(async (tx) => {
    const { rows: shown } = await weeksUntil(tx, caller.now, weeks, zone)
    const scope = { weeks: shown, kind, promised: promised_minutes * 60 }
    // Memory for the sorting. With the default of 4 MB PostgreSQL would write a year of a large shop to disk.
    await sql`set local work_mem = '64MB'`.execute(tx.db)
    const rows = await countTimes(tx, scope)
    const overdue = await countOverdue(tx, scope, caller.now)
    const names = await namesOf(tx, rows)
    const figures = (of: (row: Row) => boolean) => ({
      answers: present(rows.find((row) => row.measure === 'answers' && of(row))),
      activations: present(rows.find((row) => row.measure === 'activations' && of(row))),
    })
    const people = Map.groupBy(
      rows.filter(({ is_person }) => is_person),
      ({ person, kind: product }) => `${person} ${product}`,
    )
    return {
      promised_minutes,
      all: {
        ...figures(({ week, is_person }) => week === null && !is_person),
        overdue: overdue.reduce((sum, { count }) => sum + count, 0),
      },
      weeks: shown.map(({ week }, index) => ({
        week,
        overdue: overdue.find((row) => row.week === index + 1)?.count ?? 0,
        ...figures((row) => row.week === index + 1),
      })),
      people: [...people.values()]
        .map((own) => ({
          person:
            own[0]!.person === null ? null : { id: own[0]!.person, name: names.get(own[0]!.person) ?? null },
          kind: own[0]!.kind!,
          ...figures((row) => own.includes(row)),
        }))
        .toSorted(
          (one, other) =>
            Number(one.person === null) - Number(other.person === null) ||
            (one.person?.name ?? '').localeCompare(other.person?.name ?? '') ||
            other.answers.count - one.answers.count,
        ),
    }
  })
}

const present = (row: Row | undefined) => ({
  count: row?.count ?? 0,
  within: row?.within ?? 0,
  median: rounded(row?.percentiles[0]),
  ninetieth: rounded(row?.percentiles[1]),
})

const rounded = (seconds: number | undefined) => (seconds === undefined ? null : Math.round(seconds))

/** The Mondays of the last weeks in a time zone, oldest first. */
const weeksUntil = ({ db }: Transaction, now: Date, weeks: number, zone: string) =>
  sql<{ week: string; begins: Date }>`
    select to_char(monday, 'YYYY-MM-DD') as week, monday at time zone ${zone} as begins
      from (select date_trunc('week', ${now}::timestamptz at time zone ${zone}) - n * interval '1 week' as monday
              from generate_series(${weeks - 1}::int, 0, -1) n) mondays`.execute(db)

/** Finding the week of a time with `width_bucket` is much faster than cutting every local time to its week. */
const weekOf = (column: string, { weeks }: Scope) =>
  sql`width_bucket(${sql.ref(column)}, ${weeks.map(({ begins }) => begins)}::timestamptz[])`

/** One pass over the index of the arrivals. What is counted is the answer and the activation, by who did it. */
async function countTimes({ db }: Transaction, scope: Scope) {
  const { weeks, kind, promised } = scope
  const { rows } = await sql<Row>`
    select measure, week, person, kind, grouping(kind) = 0 as is_person, count(*)::int as count,
           (count(*) filter (where seconds <= ${promised}))::int as within,
           percentile_cont(array[0.5, 0.9]) within group (order by seconds) as percentiles
      from (select ${weekOf('arrived_at', scope)} as week, kind, measure, person, seconds
              from answer_times, lateral (values ('answers', answered_by, answer_seconds),
                                                 ('activations', activated_by, activation_seconds)) done (measure, person, seconds)
             where arrived_at >= ${weeks[0]!.begins} and seconds is not null
               and ${kind ? sql`kind = ${kind}` : sql`true`}) times
     group by grouping sets ((measure), (measure, week), (measure, person, kind))`.execute(db)
  return rows
}

/** Requests that wait longer than promised, by the week of their arrival. */
async function countOverdue({ db }: Transaction, scope: Scope, now: Date) {
  const { weeks, kind, promised } = scope
  const { rows } = await sql<{ week: number; count: number }>`
    select ${weekOf('created_at', scope)} as week, count(*)::int as count
      from requests
     where stage = 'asked' and created_at >= ${weeks[0]!.begins} and ${kind ? sql`kind = ${kind}` : sql`true`}
       and created_at < ${now}::timestamptz - make_interval(secs => ${promised})
     group by 1`.execute(db)
  return rows
}

async function namesOf({ db }: Transaction, rows: readonly Row[]) {
  const ids = [...new Set(rows.flatMap(({ person }) => person ?? []))]
  if (ids.length === 0) return new Map<string, string | null>()
  const people = await db
    .selectFrom('profiles')
    .select(['id', 'full_name', 'email'])
    .where('id', 'in', ids)
    .execute()
  return new Map(people.map(({ id, ...person }) => [id, displayName({ ...person, business_name: null })]))
}

export interface AnswerTimePlace {
  arrived_at: Date
  request_id: string
}

/** The next requests of the export, oldest first. */
export async function answerTimeRows(
  { db }: Transaction,
  filter: { from: Date; kind: ProductName | undefined; after: AnswerTimePlace | undefined; limit: number },
) {
  const { from, kind, after, limit } = filter
  const { rows } = await sql<
    AnswerTimePlace & {
      kind: ProductName
      subject: string
      answered_at: Date
      answered_by: string | null
      answer_seconds: number
      activated_at: Date | null
      activated_by: string | null
      activation_seconds: number | null
    }
  >`
    select t.*, r.subject, a.email as answered_by, b.email as activated_by
      from (select * from answer_times
             where arrived_at >= ${from} and ${kind ? sql`kind = ${kind}` : sql`true`}
               and ${after ? sql`(arrived_at, request_id) > (${after.arrived_at}::timestamptz, ${after.request_id}::uuid)` : sql`true`}
             order by arrived_at, request_id limit ${limit}) t
      join requests r on r.id = t.request_id
      left join profiles a on a.id = t.answered_by
      left join profiles b on b.id = t.activated_by
     order by t.arrived_at, t.request_id`.execute(db)
  return rows
}

/** When the first of the last weeks began. */
export async function beginOf(tx: Transaction, now: Date, { weeks = 12 }: AnswerTimesFilter, zone: string) {
  const { rows } = await weeksUntil(tx, now, weeks, zone)
  return rows[0]!.begins
}
