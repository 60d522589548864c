import { readFileSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { availableParallelism, freemem } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { sql } from 'kysely'
import type { Config } from '../../../server/config.ts'
import '../../../server/mail/mail-server.ts'
import '../../../server/scheduled-backup.ts'
import type { Database } from '../../../server/database/database.ts'
import { withDeadline } from '../../../server/deadline.ts'
import type { Check, CheckName, CheckState, Fact, FactName, FactUnit, Problem } from '../checks.ts'

/** What the checks look at. */
export interface CheckedInstallation {
  config: Pick<Config, 'DATA_DIR' | 'SITE_URL' | 'SMTP_URL' | 'BACKUP_TO' | 'BACKUP_EVERY'>
  database: Database
  /** The number of registries that do not know a registered name. Undefined outside of a running node. */
  unprovenRegistries?: (() => Promise<number>) | undefined
  now: () => Date
}

/** The version in package.json. */
export const KIKOA_VERSION = (
  JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
).version

/** No check may hold up the others. */
const DEADLINE_MS = 5_000
const GIB = 2 ** 30
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A backup is late this long after it was due. */
const LATE_HOURS = 3

/** Runs all checks at once. A check that fails or takes longer than 5 s is reported as a problem. */
export const runChecks = (installation: CheckedInstallation): Promise<Check[]> =>
  Promise.all(
    (Object.keys(checks) as CheckName[]).map((name) =>
      withDeadline(DEADLINE_MS, checks[name](installation)).then(
        (found) => ({ name, ...found }),
        (): Check => ({ name, state: 'problem', problem: 'unreachable', facts: [] }),
      ),
    ),
  )

type Found = Omit<Check, 'name'>

const fact = (name: FactName, unit: FactUnit, value: Fact['value'] | Date): Fact => ({
  name,
  unit,
  value: value instanceof Date ? value.toISOString() : value,
})

/** The first problem that applies decides the state. */
function found(facts: Fact[], ...candidates: [applies: boolean, CheckState, Problem][]): Found {
  const [, state, problem] = candidates.find(([applies]) => applies) ?? [true, 'good' as const, null]
  return { state, problem, facts }
}

const checks: Record<CheckName, (installation: CheckedInstallation) => Promise<Found>> = {
  async database({ database }) {
    const facts = await database.read('service', async ({ db }) => {
      const { rows } = await sql<{ version: string; size: number; used: number; most: number }>`
        select current_setting('server_version') as version,
          pg_database_size(current_database())::float8 as size,
          (select sum(numbackends)::int from pg_stat_database) as used,
          current_setting('max_connections')::int as most`.execute(db)
      return rows[0]!
    })
    return found(
      [
        fact('postgresql', 'text', facts.version),
        fact('database_size', 'bytes', facts.size),
        fact('connections', 'text', `${facts.used} / ${facts.most}`),
      ],
      [facts.used > 0.9 * facts.most, 'warning', 'connections_used'],
    )
  },

  async disk({ config }) {
    const { bavail, bsize } = await statfs(config.DATA_DIR)
    const free = bavail * bsize
    return found(
      [fact('free_space', 'bytes', free)],
      [free < GIB / 4, 'problem', 'disk_full'],
      [free < 2 * GIB, 'warning', 'disk_low'],
    )
  },

  async memory() {
    const free = process.availableMemory?.() ?? freemem()
    return found(
      [fact('process_memory', 'bytes', process.memoryUsage.rss()), fact('free_memory', 'bytes', free)],
      [free < 0.125 * GIB * availableParallelism(), 'warning', 'memory_low'],
    )
  },

  async jobs({ database }) {
    const { failing, last, late } = await database.read('service', ({ db }) =>
      db
        .selectFrom('jobs')
        .select([
          sql<string | null>`string_agg(name, ', ' order by name) filter (where ${isFailing})`.as('failing'),
          sql<Date | null>`max(succeeded_at)`.as('last'),
          sql<boolean>`coalesce(bool_or(due_at < clock_timestamp() - interval '10 minutes'), false)`.as(
            'late',
          ),
        ])
        .executeTakeFirstOrThrow(),
    )
    return found(
      [fact('last_job', 'time', last), fact('failing_jobs', 'text', failing)],
      [failing !== null, 'problem', 'job_failed'],
      [late, 'problem', 'job_late'],
    )
  },

  async mail({ database, config }) {
    const { waiting, oldest, failed } = await mailQueue(database)
    const isSent = config.SMTP_URL !== undefined || (await hasMailServer(database))
    return found(
      [
        fact('mail_way', 'text', isSent ? 'SMTP' : null),
        fact('mails_waiting', 'count', waiting),
        fact('oldest_mail', 'seconds', waiting ? oldest : null),
        fact('mails_failed', 'count', failed),
      ],
      [oldest > 15 * 60, 'problem', 'mail_late'],
      [failed > 0, 'warning', 'mails_failed'],
      [!isSent, 'warning', 'mail_to_files'],
    )
  },

  async registries({ unprovenRegistries }) {
    if (!unprovenRegistries) return { state: 'off', problem: null, facts: [] }
    const unproven = await unprovenRegistries()
    return found(
      [fact('unproven_registries', 'count', unproven)],
      [unproven > 0, 'warning', 'registry_unproven'],
    )
  },

  async backup({ database, config, now }) {
    const last = await database.read('service', ({ db }) =>
      db
        .selectFrom('backups')
        .select(['taken_at', 'location', 'sealed'])
        .orderBy('taken_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
    )
    const ageMs = last ? now().getTime() - last.taken_at.getTime() : Infinity
    const isLate = ageMs > (config.BACKUP_EVERY + LATE_HOURS) * HOUR_MS
    return found(
      [
        fact('last_backup', 'time', last?.taken_at ?? null),
        fact('backup_location', 'text', last?.location ?? config.BACKUP_TO ?? null),
      ],
      [isLate && config.BACKUP_TO !== undefined, 'problem', 'backup_late'],
      [isLate, 'warning', 'backup_none'],
      [last?.sealed === false, 'warning', 'backup_unsealed'],
    )
  },

  audit: (installation) =>
    verification(installation, 'audit-verification', ['audit_verified', 'audit_broken', 'audit_unverified']),

  ledger: (installation) =>
    verification(installation, 'ledger-verification', [
      'ledger_verified',
      'ledger_broken',
      'ledger_unverified',
    ]),

  async keys({ database, config }) {
    const inDatabase = await database.read('service', ({ db }) =>
      db
        .selectFrom('auth.signing_keys')
        .select(({ fn }) => fn.max('created_at').as('since'))
        .executeTakeFirstOrThrow(),
    )
    // With the embedded database the keys are in the data folder.
    const file = await stat(join(config.DATA_DIR, 'signing-key.json')).catch(() => undefined)
    return {
      state: 'good',
      problem: null,
      facts: [fact('signing_key_since', 'time', inDatabase.since ?? file?.mtime ?? null)],
    }
  },

  async certificate({ config, now }) {
    const { protocol, hostname, port } = new URL(config.SITE_URL)
    if (protocol !== 'https:') return { state: 'off', problem: null, facts: [] }
    const { isValid, until } = await certificateOf(hostname, Number(port) || 443)
    const left = until.getTime() - now().getTime()
    return found(
      [fact('certificate_until', 'time', until)],
      [!isValid || left <= 0, 'problem', 'certificate_invalid'],
      [left < 14 * DAY_MS, 'warning', 'certificate_ends'],
    )
  },

  async version() {
    return {
      state: 'good',
      problem: null,
      facts: [fact('kikoa', 'text', KIKOA_VERSION), fact('node', 'text', process.version)],
    }
  },
}

/** The check of a daily job that verifies something: a failed run is a break. */
async function verification(
  { database, now }: CheckedInstallation,
  name: string,
  [verifiedAt, broken, unverified]: [FactName, Problem, Problem],
): Promise<Found> {
  const job = await database.read('service', ({ db }) =>
    db
      .selectFrom('jobs')
      .select(['succeeded_at', isFailing.as('failing')])
      .where('name', '=', name)
      .executeTakeFirst(),
  )
  const verified = job?.succeeded_at ?? null
  const isOld = verified !== null && now().getTime() - verified.getTime() > 2 * DAY_MS
  return found(
    [fact(verifiedAt, 'time', verified)],
    [Boolean(job?.failing), 'problem', broken],
    [isOld, 'warning', unverified],
  )
}

/** Whether the last run of a job failed. */
export const isFailing = sql<boolean>`(failed_at is not null and failed_at > coalesce(succeeded_at, '-infinity'))`

/** Whether the settings name a mail server. */
const hasMailServer = (database: Database) =>
  database.read('service', async ({ db }) =>
    Boolean(await db.selectFrom('mail_server').select('slot').executeTakeFirst()),
  )

/** Waiting mails, the age of the oldest due one in seconds, and the mails that failed within a day. */
export const mailQueue = (database: Database) =>
  database.read('service', ({ db }) =>
    db
      .selectFrom('mails')
      .select([
        sql<number>`(count(*) filter (where state = 'waiting'))::int`.as('waiting'),
        sql<number>`coalesce(extract(epoch from clock_timestamp() - min(created_at) filter (where state = 'waiting')), 0)::float8`.as(
          'oldest',
        ),
        sql<number>`(count(*) filter (where state = 'failed' and created_at > now() - interval '1 day'))::int`.as(
          'failed',
        ),
      ])
      .executeTakeFirstOrThrow(),
  )

/** The certificate that the address shows, and whether this machine trusts it. Rejects if nothing answers. */
function certificateOf(host: string, port: number): Promise<{ isValid: boolean; until: Date }> {
  return new Promise((done, fail) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
      done({ isValid: socket.authorized, until: new Date(socket.getPeerCertificate().valid_to) })
      socket.destroy()
    })
    socket.setTimeout(DEADLINE_MS, () => socket.destroy(new Error('no answer in time')))
    socket.on('error', fail)
  })
}
