import {
  type BinaryOperationNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  OperatorNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type QueryResult,
} from 'kysely'
import { DatabaseError, type PoolClient } from 'pg'
import type { Tables } from './tables.ts'

const known = new WeakMap<PoolClient, Kysely<Tables>>()
/** What broke the transaction that a client is in. */
const causes = new WeakMap<PoolClient, unknown>()
/** Clients whose transaction has been told to commit: a statement behind it would run outside of any role. */
const ended = new WeakSet<PoolClient>()
/** "current transaction is aborted": an echo of what went wrong before it. */
const ECHO = '25P02'

/**
 * Kysely over one pooled client, for a new transaction. Its own transactions are off: ours send many statements in
 * one trip, and whichever of them is looked at first, its error is the one that broke the transaction.
 */
export function kyselyOn(client: PoolClient): Kysely<Tables> {
  causes.delete(client)
  ended.delete(client)
  let db = known.get(client)
  if (!db) {
    db = new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new ClientDriver(client),
        createIntrospector: (on) => new PostgresIntrospector(on),
        createQueryCompiler: () => new ListCompiler(),
      },
    })
    known.set(client, db)
  }
  return db
}

/** A list of values is one parameter, an array: the statement is the same however long the list. */
class ListCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand: list } = node
    const isIn = OperatorNode.is(operator) && operator.operator === 'in'
    const isNotIn = OperatorNode.is(operator) && operator.operator === 'not in'
    if (!(isIn || isNotIn) || !PrimitiveValueListNode.is(list)) return super.visitBinaryOperation(node)
    this.visitNode(leftOperand)
    this.append(isIn ? ' = any(' : ' <> all(')
    this.appendValue(list.values)
    this.append(')')
  }
}

/** Statements that a connection has prepared, by the names they got on it. */
const prepared = new WeakMap<PoolClient, Map<string, string>>()
/** Each keeps its plan, that of a search a third of a megabyte. What comes later in the same transaction keeps none. */
const MOST_PREPARED = 150

function nameOn(client: PoolClient, sql: string): string | undefined {
  const names = prepared.get(client) ?? new Map<string, string>()
  const known = names.get(sql)
  if (known || names.size >= MOST_PREPARED) return known
  const name = `k${names.size}`
  prepared.set(client, names.set(sql, name))
  return name
}

/** Whether a connection has prepared all that it may. One that takes its place prepares what is asked for now. */
export const isFull = (client: PoolClient) => prepared.get(client)?.size === MOST_PREPARED

/** Refuses everything that the present transaction of a client would still send. */
export const endOn = (client: PoolClient) => ended.add(client)

class ClientDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(client: PoolClient) {
    this.#connection = {
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        if (ended.has(client))
          throw new Error('this transaction reads in one trip: all its queries go at once')
        const statement = {
          name: nameOn(client, query.sql),
          text: query.sql,
          values: query.parameters as unknown[],
        }
        const result = await client.query(statement).catch((error: unknown) => {
          const isEcho = error instanceof DatabaseError && error.code === ECHO
          if (!isEcho && !causes.has(client)) causes.set(client, error)
          throw (isEcho && causes.get(client)) || error
        })
        const affected = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(result.command)
        return { rows: result.rows, ...(affected && { numAffectedRows: BigInt(result.rowCount ?? 0) }) }
      },
      streamQuery() {
        throw new Error('a pipelined connection holds no cursor')
      },
    }
  }

  async init() {}
  async acquireConnection() {
    return this.#connection
  }
  async beginTransaction(): Promise<void> {
    throw new Error('use Database.read or Database.write')
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async releaseConnection() {}
  async destroy() {}
}
