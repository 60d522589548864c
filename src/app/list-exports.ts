import { call, type AnyProcedure } from '@orpc/server'
import * as z from 'zod/mini'
import { audit } from '../features/audit/server/audit.ts'
import { csvOf, csvType, type DownloadOptions, registerDownload } from '../server/http/download.ts'
import type { Server } from '../server/http/server.ts'
import { publishEvents } from '../server/live/publish-events.ts'
import { type Endpoint, endpoints } from './endpoints.ts'

/** Exports per minute and person. */
const PER_MINUTE = 6
/** The largest page of a list. */
const ROWS_OF_A_PAGE = 100
/** These have columns of their own. */
const written = ['/admin/services', '/admin/audit']

interface ListPage {
  items: Record<string, unknown>[]
  next_cursor: string | null
}

/** The lists of the contract that an admin can sort and count. */
export const countedLists = endpoints.filter(({ procedure }) => 'total' in fieldsOf(procedure.outputSchema))

/** Those that are exported here. */
export const lists = countedLists.filter(({ address }) => !written.includes(address))

/** The fields of a schema of an object; none of anything else. */
function fieldsOf(schema: unknown): Record<string, z.core.$ZodType> {
  const { def } = (schema as Partial<z.core.$ZodType> | undefined)?._zod ?? {}
  return def?.type === 'object' ? (def as z.core.$ZodObjectDef).shape : {}
}

/** A value without its wrappers, such as `nullable`. */
const innermost = (schema: z.core.$ZodType): z.core.$ZodType => {
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType }
  return innerType ? innermost(innerType) : schema
}

/** The columns of a list: the fields of its rows, of which objects have one for each of their own fields. */
export function columnsOf(list: Pick<Endpoint, 'procedure'>): string[][] {
  const items = fieldsOf(list.procedure.outputSchema)['items']!
  return pathsIn(innermost((items._zod.def as z.core.$ZodArrayDef).element))
}

function pathsIn(schema: z.core.$ZodType, path: string[] = []): string[][] {
  const fields = Object.entries(fieldsOf(schema))
  return fields.length
    ? fields.flatMap(([name, field]) => pathsIn(innermost(field), [...path, name]))
    : [path]
}

/** A row of a list as a row of the file: what is no text or number as JSON. */
export const fileRowOf = (columns: readonly string[][], row: unknown) =>
  Object.fromEntries(
    columns.map((path) => {
      const value = path.reduce<unknown>(
        (part, name) => (part as Record<string, unknown> | null)?.[name],
        row,
      )
      return [path.join('_'), typeof value === 'object' && value !== null ? JSON.stringify(value) : value]
    }),
  )

/** `GET /api/admin/…/export` for each list: its filtered and sorted rows as a streamed file. The export itself is logged. */
export function registerListExports(app: Server, options: DownloadOptions, router: object) {
  for (const { path, address, needs, procedure } of lists) {
    const shape: Record<string, z.core.$ZodType> = { ...fieldsOf(procedure.inputSchema) }
    for (const own of ['cursor', 'limit', 'total']) delete shape[own]
    const filter = z.strictObject(shape)
    const name = path.filter((part) => !['list', 'reviewList'].includes(part)).join('-')
    const handler = path.reduce<unknown>((part, one) => (part as Record<string, unknown>)[one], router)
    const columns = columnsOf({ procedure })
    registerDownload(app, options, {
      path: `/api${address}/export`,
      needs: needs!,
      perMinute: PER_MINUTE,
      read: ({ query }) => filter.safeParse(query).data ?? 400,
      async open(caller, input, context) {
        await caller.write(async (tx) => {
          await audit(tx, 'admin', {
            action: 'list.exported',
            entity: 'export',
            entity_id: name,
            after: input,
          })
          await publishEvents(tx, {
            user_id: null,
            type: 'list.exported',
            topics: ['audit'],
            for_admins: true,
          })
        })
        const rows = async function* () {
          let cursor: string | undefined
          do {
            const page = (await call(
              handler as AnyProcedure,
              { ...input, limit: ROWS_OF_A_PAGE, ...(cursor && { cursor }) },
              { context, path },
            )) as ListPage
            for (const row of page.items) yield fileRowOf(columns, row)
            cursor = page.next_cursor ?? undefined
          } while (cursor)
        }
        return {
          name: `${name}-${caller.now.toISOString().slice(0, 10)}.csv`,
          type: csvType,
          body: csvOf(
            columns.map((one) => one.join('_')),
            rows(),
          ),
        }
      },
    })
  }
}
