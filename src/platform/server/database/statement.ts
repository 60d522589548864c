import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

type Given = Record<string, unknown>

/** A place in a statement that gets its value at each run: one of the values, or a field of one. */
class Slot {
  readonly name: string
  readonly field: string | undefined
  constructor(name: string, field?: string) {
    this.name = name
    this.field = field
  }

  filledFrom(values: Given) {
    const value = values[this.name]
    return this.field === undefined ? value : (value as Given)[this.field]
  }
}

/** Stands for a value, or a field of one, by its name while a statement is written down. */
export interface Slots<Values> {
  <Name extends keyof Values & string>(name: Name): RawBuilder<Values[Name]>
  <Name extends keyof Values & string, Field extends keyof Values[Name] & string>(
    name: Name,
    field: Field,
  ): RawBuilder<Values[Name][Field]>
}

/**
 * A statement that is written down and compiled once, and run with other values each time: for the few that are asked
 * so often that building them anew would cost as much as the database does.
 * @param build writes it down; it may depend on nothing but its arguments.
 * @returns what runs it, and gives its rows.
 */
export function statement<Values extends object, Row>(
  build: (db: Kysely<Tables>, slot: Slots<Values>) => Compilable<Row>,
): (db: Kysely<Tables>, values: Values) => Promise<Row[]> {
  const slot = (name: string, field?: string) => sql.val(new Slot(name, field))
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    compiled ??= build(db, slot as Slots<Values>).compile()
    const parameters = compiled.parameters.map((given) =>
      given instanceof Slot ? given.filledFrom(values as Given) : given,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

/** The slots of a row that is inserted: one for each of its columns. */
export const slotsOf = <Values, Name extends keyof Values & string>(
  slot: Slots<Values>,
  name: Name,
  columns: readonly (keyof Values[Name] & string)[],
) => Object.fromEntries(columns.map((column) => [column, slot(name, column)])) as Values[Name]

/** For a part of a statement that is written down anew: the values themselves where the slots would stand. */
export const valuesOf = <Values extends object>(values: Values) =>
  ((name: keyof Values) => sql.val(values[name])) as unknown as Slots<Values>
