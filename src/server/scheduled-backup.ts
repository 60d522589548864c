import { spawn } from 'node:child_process'
import { sql } from 'kysely'
import type { Database } from './database/database.ts'
import type { ScheduledJob } from './jobs.ts'
import type { Log } from './log.ts'

export interface BackupsTable {
  id: string
  location: string
  name: string
  scheduled: boolean
  sealed: boolean
  bytes: number
  taken_at: Date
  finished_at: Date
}

declare module './database/tables.ts' {
  interface Tables {
    backups: BackupsTable
  }
}

const MINUTE_MS = 60_000
/** How often a node looks whether a backup is due. A changed setting holds from the next look on. */
const LOOK_MS = 10 * MINUTE_MS
/** A backup that takes longer is given up. Another node waits twice as long for a node that died. */
const DEADLINE_MS = 60 * MINUTE_MS

interface Schedule {
  /** The folder or bucket. */
  location: string
  everyHours: number
  isSealed: boolean
  /** Writes one backup. */
  write(): Promise<void>
}

/** Writes a backup to `location` when the last scheduled one there is old enough. */
export const scheduledBackup = (
  database: Database,
  log: Log,
  { location, everyHours, isSealed, write }: Schedule,
): ScheduledJob => ({
  name: 'backup',
  everyMs: LOOK_MS,
  firstAfterMs: MINUTE_MS,
  retryAfterMs: LOOK_MS,
  deadlineMs: DEADLINE_MS,
  async run() {
    // The looks are not exact: without the half a daily backup would wander through the day.
    const oldMs = everyHours * 60 * MINUTE_MS - LOOK_MS / 2
    const recent = await database.read('service', ({ db }) =>
      db
        .selectFrom('backups')
        .select('id')
        .where('scheduled', '=', true)
        .where('location', '=', location)
        .where('taken_at', '>', sql<Date>`now() - ${`${oldMs} milliseconds`}::interval`)
        .limit(1)
        .executeTakeFirst(),
    )
    if (recent) return
    if (!isSealed)
      log.warn(
        `The backups in ${location} are not sealed, and hold everything: set BACKUP_PASSPHRASE or BACKUP_RECIPIENT.`,
      )
    await write()
  },
})

/** Seconds since the moment of the last backup, from the shell or by the schedule. -1 without one. */
export const backupAge = (database: Database): Promise<number> =>
  database.read('service', async ({ db }) => {
    const { age } = await db
      .selectFrom('backups')
      .select(sql<number | null>`extract(epoch from now() - max(taken_at))::float8`.as('age'))
      .executeTakeFirstOrThrow()
    return age ?? -1
  })

/**
 * Runs a program of ours as a child process: sealing takes memory and time that requests would miss.
 * @returns `run`, which throws the last line that the program printed if it fails, and `stop`, which ends it.
 */
export function childProgram(program: string, args: string[]) {
  let stop = () => {}
  return {
    stop: () => stop(),
    async run(): Promise<void> {
      // The program ends by itself when this process dies, because the channel closes.
      const child = spawn(process.execPath, [program, ...args], {
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      })
      const deadline = setTimeout(() => child.kill('SIGKILL'), DEADLINE_MS)
      stop = () => child.kill('SIGTERM')
      let printed = ''
      child.stderr!.on('data', (chunk) => (printed = (printed + String(chunk)).slice(-10_000)))
      try {
        await new Promise<void>((done, fail) => {
          child.once('error', fail)
          child.once('close', (code, signal) => {
            if (code === 0) return done()
            const line = printed.trim().split('\n').at(-1)
            fail(new Error(line || `it ended with ${signal ?? `exit code ${code}`}`))
          })
        })
      } finally {
        clearTimeout(deadline)
        stop = () => {}
      }
    },
  }
}
