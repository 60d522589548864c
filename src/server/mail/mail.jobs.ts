import { type Selectable, sql } from 'kysely'
import type { Database, Transaction } from '../database/database.ts'
import { withDeadline } from '../deadline.ts'
import { publishEvents } from '../live/publish-events.ts'
import type { Log } from '../log.ts'
import { type Outcome, type Queue, type Retries, startOutbox } from '../outbox.ts'
import type { QueueWorker } from '../queue-worker.ts'
import { UnsendableMail, unsealMail } from './queue.ts'
import type { Mails } from './mail.tables.ts'
import type { Delivery } from './mail-server.ts'
import type { Outgoing } from './transport.ts'

/** A mail that this node may send until the lease ends. */
type ClaimedMail = Pick<
  Selectable<Mails>,
  'id' | 'kind' | 'recipient' | 'user_id' | 'language' | 'data' | 'sealed' | 'secret' | 'forget' | 'attempts'
> & { expired: boolean }

interface WorkerOptions {
  database: Database
  /** How this mail is sent. */
  delivery(): Promise<Delivery>
  /** Fills the template of a mail. */
  compose(
    mail: Pick<ClaimedMail, 'id' | 'kind' | 'recipient' | 'user_id' | 'language'>,
    data: Record<string, unknown>,
    delivery: Delivery,
  ): Promise<Outgoing>
  /** The key of sealed data. */
  key(): Buffer
  log: Log
  secretsPerHour: number
  everyMs?: number
  leaseMs?: number
  deadlineMs?: number
}

/** The mails that are due. All nodes together send at most so many with a code in an hour. */
export const mailQueue = (secretsPerHour: number): Queue => ({
  table: 'mails',
  where: sql`(not queued.secret or queued.expires_at <= clock_timestamp()
    or (select count(*) from mails where secret and sent_at > statement_timestamp() - interval '1 hour') < ${secretsPerHour})`,
  columns: sql`queued.kind, queued.recipient, queued.user_id, queued.language, queued.data, queued.sealed, queued.secret,
    queued.forget, queued.expires_at <= clock_timestamp() as expired`,
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export const mailRetries: Retries = {
  waits: [5_000, 30_000, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR],
  isEndless: true,
  isSpread: true,
}

/** Sends due mails, each attempt of a mail with the same Message-ID. */
export const startMailWorker = (options: WorkerOptions): QueueWorker =>
  startOutbox<ClaimedMail>({
    ...mailQueue(options.secretsPerHour),
    name: 'mail',
    database: options.database,
    log: options.log,
    everyMs: options.everyMs,
    leaseMs: options.leaseMs ?? 150_000,
    retries: mailRetries,
    attempt: (mail) => send(options, mail),
  })

/**
 * The data of a sent mail and of a failed code is deleted. A failed notice retains its data, so that an admin can send it
 * again.
 */
async function send(
  { delivery, compose, key, deadlineMs = 60_000 }: WorkerOptions,
  mail: ClaimedMail,
): Promise<Outcome> {
  const nothing = { data: null, sealed: null }
  const forget = (tx: Transaction) => tx.db.deleteFrom('mails').where('id', '=', mail.id).execute()
  const fail = (reason: string): Outcome => ({
    state: 'failed',
    reason,
    columns: mail.secret ? nothing : {},
    logged: { kind: mail.kind },
    also: (tx) => (mail.forget ? forget(tx) : mail.secret ? undefined : announceFailure(tx)),
  })
  if (mail.expired) return fail('expired')
  try {
    const data = mail.sealed ? unsealMail(mail.sealed, key(), mail.id) : (mail.data ?? {})
    const by = await delivery()
    await withDeadline(deadlineMs, by.transport(await compose(mail, data, by)))
    return {
      state: 'sent',
      reason: null,
      columns: { ...nothing, to_file: by.way === 'files' },
      also: (tx) => (mail.forget ? forget(tx) : undefined),
    }
  } catch (error) {
    const { reason, isPermanent } = describeFailure(error, mail.secret)
    return isPermanent ? fail(reason) : { state: 'waiting', reason, logged: { kind: mail.kind } }
  }
}

const announceFailure = (tx: Transaction) =>
  publishEvents(tx, { user_id: null, type: 'mail.failed', topics: ['mails'], for_admins: true })

interface SmtpFailure extends Error {
  responseCode?: number
  response?: string
  command?: string
}

/**
 * What an error means for a mail, and the reason that admins see. A 5xx for the recipient or the message is permanent
 * (RFC 5321 section 4.2.1). A refused log-in or sender is not: the operator can correct it.
 * @param secret whether the mail holds a code. The server may repeat it, so only the numbers of its answer are stored.
 */
function describeFailure(error: unknown, secret: boolean): { reason: string; isPermanent: boolean } {
  const { responseCode = 0, response, command } = error as SmtpFailure
  const isPermanent =
    error instanceof UnsendableMail || (responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command ?? ''))
  const text = failureWords(error)
  const numbers = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(text)?.[0]
  const reason = secret && response ? (numbers ?? 'refused') : text
  return { reason, isPermanent }
}

/** What the server answered, or why there was no answer, in one line. */
export function failureWords(error: unknown): string {
  const { response, message } = error as SmtpFailure
  return (response ?? message)
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 500)
}
