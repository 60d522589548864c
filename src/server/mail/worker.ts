import type { Database } from '../database/database.ts'
import { withDeadline } from '../deadline.ts'
import type { Log } from '../log/log.ts'
import { type QueueWorker, startQueueWorker } from '../queue-worker.ts'
import {
  type ClaimedMail,
  claimMails,
  hasDueMails,
  type Outcome,
  recordOutcome,
  UnsendableMail,
  unsealMail,
} from './queue.ts'
import type { Outgoing, Transport } from './transport.ts'

interface WorkerOptions {
  database: Database
  transport: Transport
  /** Fills the template of a mail. */
  compose(
    mail: Pick<ClaimedMail, 'id' | 'kind' | 'recipient' | 'user_id' | 'language'>,
    data: Record<string, unknown>,
  ): Promise<Outgoing>
  /** The key of sealed data. */
  key(): Buffer
  log: Log
  secretsPerHour: number
  /** Whether the transport writes files instead of sending. */
  isToFile?: boolean
  everyMs?: number
  leaseMs?: number
  deadlineMs?: number
}

/** Sends due mails. They are sent even if all nodes were down or the SMTP server was unreachable. */
export function startMailWorker(options: WorkerOptions): QueueWorker {
  const { database, log, everyMs, leaseMs = 150_000, secretsPerHour } = options
  return startQueueWorker({
    name: 'mail',
    log,
    ...(everyMs && { everyMs }),
    hasDue: () => hasDueMails(database),
    claim: (limit) => claimMails(database, { limit, leaseMs, secretsPerHour }),
    work: (mail) => send(options, mail),
  })
}

async function send(
  { transport, compose, key, database, log, isToFile = false, deadlineMs = 60_000 }: WorkerOptions,
  mail: ClaimedMail,
) {
  let outcome: Outcome
  try {
    if (mail.expired) outcome = { state: 'failed', reason: 'expired' }
    else {
      const data = mail.sealed ? unsealMail(mail.sealed, key(), mail.id) : (mail.data ?? {})
      await withDeadline(deadlineMs, transport(await compose(mail, data)))
      outcome = { state: 'sent', isToFile }
    }
  } catch (error) {
    const { reason, isPermanent } = describeFailure(error, mail.secret)
    outcome = isPermanent
      ? { state: 'failed', reason }
      : { state: 'waiting', reason, waitMs: retryDelay(mail.attempts, Math.random()) }
    log.warn({ mail: mail.id, kind: mail.kind, attempts: mail.attempts, reason }, 'a mail was not sent')
  }
  await recordOutcome(database, mail, outcome)
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const retryDelays = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
]

/**
 * The wait in milliseconds after a number of failed attempts. It grows, and differs by up to 20 % so that nodes don't
 * retry at the same moment.
 * @param chance between 0 and 1.
 */
export const retryDelay = (attempts: number, chance: number): number =>
  Math.round((retryDelays[attempts - 1] ?? retryDelays.at(-1)!) * (0.8 + 0.4 * chance))

interface SmtpFailure extends Error {
  responseCode?: number
  response?: string
  command?: string
}

const MAX_REASON_LENGTH = 300

/**
 * What an error means for a mail, and the reason that admins see. A 5xx for the recipient or the message is permanent
 * (RFC 5321 section 4.2.1). A refused log-in or sender is not: the operator can correct it.
 * @param secret whether the mail holds a code. The server may repeat it, so only the numbers of its answer are stored.
 */
function describeFailure(error: unknown, secret: boolean): { reason: string; isPermanent: boolean } {
  const { responseCode = 0, response, command, message } = error as SmtpFailure
  const isPermanent =
    error instanceof UnsendableMail || (responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command ?? ''))
  const text = (response ?? message).replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
  const numbers = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(text)?.[0]
  const reason = secret && response ? (numbers ?? 'refused') : text
  return { reason: reason.slice(0, MAX_REASON_LENGTH), isPermanent }
}
