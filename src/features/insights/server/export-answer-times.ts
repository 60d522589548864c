import * as z from 'zod/mini'
import {
  csvOf,
  csvType,
  type Downloader,
  type DownloadOptions,
  registerDownload,
} from '../../../server/http/download.ts'
import type { Server } from '../../../server/http/server.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { answerTimesFilter } from '../answer-times.contract.ts'
import {
  type AnswerTimePlace,
  answerTimeRows,
  type AnswerTimesFilter,
  beginOf,
} from './answer-times.queries.ts'

/** Rows in memory at a time. */
const BATCH = 500

const columns = [
  'request',
  'product',
  'subject',
  'arrived_at',
  'answered_at',
  'answered_by',
  'answer_minutes',
  'within_promise',
  'activated_at',
  'activated_by',
  'activation_minutes',
]

async function* rowsOf({ database, now, read }: Downloader, filter: AnswerTimesFilter) {
  const { 'requests.promiseMinutes': promised, 'shop.timeZone': zone } = await readSettings(database)
  const from = await read((tx) => beginOf(tx, now, filter, zone))
  let after: AnswerTimePlace | undefined
  do {
    const place = after
    const rows = await read((tx) =>
      answerTimeRows(tx, { from, kind: filter.kind, after: place, limit: BATCH }),
    )
    for (const row of rows)
      yield {
        request: row.request_id,
        product: row.kind,
        subject: row.subject,
        arrived_at: row.arrived_at.toISOString(),
        answered_at: row.answered_at.toISOString(),
        answered_by: row.answered_by,
        answer_minutes: minutes(row.answer_seconds),
        within_promise: row.answer_seconds <= promised * 60 ? 'yes' : 'no',
        activated_at: row.activated_at?.toISOString(),
        activated_by: row.activated_by,
        activation_minutes: row.activation_seconds === null ? null : minutes(row.activation_seconds),
      }
    after = rows.length === BATCH ? rows.at(-1) : undefined
  } while (after)
}

const minutes = (seconds: number) => Math.round((seconds / 60) * 10) / 10

/** Exports per minute and person. */
const PER_MINUTE = 6
const filterShape = z.strictObject(answerTimesFilter)

/**
 * `GET /api/admin/answer-times/export`: the answered requests of the last weeks, one by one. The export itself is logged.
 * Refuses with `UNAUTHORIZED` and `FORBIDDEN`.
 */
export const registerAnswerTimesExport = (app: Server, options: DownloadOptions) =>
  registerDownload(app, options, {
    path: '/api/admin/answer-times/export',
    needs: 'staff.read',
    perMinute: PER_MINUTE,
    read: ({ query }) => filterShape.safeParse(query).data ?? 400,
    async open(caller, filter) {
      await caller.write(async (tx) => {
        await audit(tx, 'admin', {
          action: 'answer-times.exported',
          entity: 'export',
          entity_id: 'answer-times',
          after: filter,
        })
        await publishEvents(tx, {
          user_id: null,
          type: 'answer-times.exported',
          topics: ['audit'],
          for_admins: true,
        })
      })
      return {
        name: `answer-times-${caller.now.toISOString().slice(0, 10)}.csv`,
        type: csvType,
        body: csvOf(columns, rowsOf(caller, filter)),
      }
    },
  })
