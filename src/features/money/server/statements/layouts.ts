import * as z from 'zod/mini'
import {
  type Answers,
  answerKey,
  type Columns,
  isComplete,
  type Layout,
  statementFields,
} from '../../statements/statement.ts'
import { MOST_COLUMNS } from './reading/unreadable.ts'
import type { Access } from './row-evidence.ts'

/** How admins have described the statements of their banks: which column is which, and what its words mean. */

/** No shop has accounts at more banks. */
const MOST_LAYOUTS = 500
const MOST_WORDS = 50

const column = z.optional(z.int().check(z.gte(0), z.lt(MOST_COLUMNS)))
const columnsShape = z.strictObject(Object.fromEntries(statementFields.map((field) => [field, column])))
const words = <Meaning extends string>(...meanings: Meaning[]) =>
  z.optional(
    z
      .record(z.string().check(z.minLength(1), z.maxLength(100)), z.enum(meanings))
      .check(z.refine((given) => Object.keys(given).length <= MOST_WORDS)),
  )
const answersShape = z.strictObject({
  status: words('counts', 'failed'),
  direction: words('in', 'out'),
  dates: z.optional(z.enum(['day', 'month', 'year'])),
  decimals: z.optional(z.enum(['point', 'comma'])),
})

function parsed<Shape>(json: string | undefined, read: (value: unknown) => Shape | undefined) {
  if (json === undefined) return undefined
  try {
    return read(JSON.parse(json)) ?? 'invalid'
  } catch {
    return 'invalid'
  }
}

export const columnsFrom = (json: string | undefined): Columns | undefined | 'invalid' =>
  parsed(json, (value) => {
    const { data } = columnsShape.safeParse(value)
    return data && isComplete(data as Columns) ? (data as Columns) : undefined
  })

export const answersFrom = (json: string | undefined): Answers | undefined | 'invalid' =>
  parsed(json, (value) => {
    const { data } = answersShape.safeParse(value)
    if (!data) return undefined
    const keyed = <Meaning>(of: Record<string, Meaning> = {}) =>
      Object.fromEntries(Object.entries(of).map(([word, meaning]) => [answerKey(word), meaning]))
    return { ...data, status: keyed(data.status), direction: keyed(data.direction) } as Answers
  })

/** All layouts that were kept, by the fingerprint of their header. */
export async function keptLayouts({ read }: Access): Promise<Record<string, Layout>> {
  const found = await read(({ db }) =>
    db
      .selectFrom('statement_layouts')
      .select(['fingerprint', 'columns', 'answers'])
      .orderBy('updated_at', 'desc')
      .limit(MOST_LAYOUTS)
      .execute(),
  )
  return Object.fromEntries(
    found.map(({ fingerprint, columns, answers }) => [
      fingerprint,
      { columns: columns as Columns, answers: answers as Answers },
    ]),
  )
}

/** Keeps how a statement was described for the next one with its header. */
export const keepLayout = ({ write }: Access, fingerprint: string, { columns, answers }: Layout) =>
  write(async (tx) => {
    const row = {
      columns: JSON.stringify(columns),
      answers: JSON.stringify(answers),
      updated_at: new Date(),
      updated_by: typeof tx.caller === 'string' ? null : tx.caller.person,
    }
    await tx.db
      .insertInto('statement_layouts')
      .values({ fingerprint, ...row })
      .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet(row))
      .execute()
  })
