import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { waitAfter } from './backoff.ts'
import { anyDue, type ClaimedMail, claimMails, type Outcome, settle } from './claim.ts'
import { readFailure } from './failure.ts'
import { unseal } from './seal.ts'
import type { Outgoing, Transport } from './transport.ts'

/** What sends the mails of a node. */
export interface MailOffice {
  /** Takes no further mail and lets those on their way arrive. */
  stop(): Promise<void>
}

interface Means {
  database: Database
  transport: Transport
  /** Writes the texts of a mail. */
  compose(
    mail: Pick<ClaimedMail, 'id' | 'kind' | 'recipient' | 'language'>,
    data: Record<string, unknown>,
  ): Promise<Outgoing>
  /** What opens sealed data. */
  key(): Buffer
  log: Log
  secretsPerHour: number
  /** Whether the transport writes files that reach nobody. */
  isToFile?: boolean
  everyMs?: number
  leaseMs?: number
  deadlineMs?: number
}

const AT_ONCE = 5

/**
 * Sends what is due, on every node, each mail from one of them. Nothing but the database says what is due: a mail
 * waits for a node to come back, and a server that comes back finds it.
 */
export function openMailOffice(means: Means): MailOffice {
  const { database, log, everyMs = 1_000, leaseMs = 150_000, secretsPerHour } = means
  const onTheirWay = new Set<Promise<void>>()
  let stopped = false
  let looking: Promise<void> | undefined

  async function look() {
    while (!stopped && onTheirWay.size < AT_ONCE && (await anyDue(database))) {
      const most = AT_ONCE - onTheirWay.size
      const mails = await claimMails(database, { most, leaseMs, secretsPerHour })
      for (const mail of mails) {
        const way: Promise<void> = send(means, mail)
          // Whatever keeps the answer from being noted, the lease ends and the mail is tried again.
          .catch((error: unknown) => log.warn({ err: error, mail: mail.id }, 'a mail was not settled'))
          .finally(() => onTheirWay.delete(way))
        onTheirWay.add(way)
      }
      if (mails.length < most) return
      await Promise.race(onTheirWay)
    }
  }
  const timer = setInterval(() => {
    // While the database is away nothing is lost: the next look finds it.
    looking ??= look()
      .catch((error: unknown) => log.debug({ err: error }, 'mails wait'))
      .finally(() => (looking = undefined))
  }, everyMs)
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await looking
      await Promise.all(onTheirWay)
    },
  }
}

async function send(
  { transport, compose, key, database, log, isToFile = false, deadlineMs = 60_000 }: Means,
  mail: ClaimedMail,
) {
  let outcome: Outcome
  try {
    if (mail.expired) outcome = { state: 'failed', reason: 'expired' }
    else {
      const data = mail.sealed ? unseal(mail.sealed, key(), mail.id) : (mail.data ?? {})
      await before(deadlineMs, transport(await compose(mail, data)))
      outcome = { state: 'sent', isToFile }
    }
  } catch (error) {
    const { reason, forGood } = readFailure(error, mail.secret)
    outcome = forGood
      ? { state: 'failed', reason }
      : { state: 'waiting', reason, waitMs: waitAfter(mail.attempts, Math.random()) }
    log.warn({ mail: mail.id, kind: mail.kind, attempts: mail.attempts, reason }, 'a mail was not sent')
  }
  await settle(database, mail, outcome)
}

/** A server that dribbles its answer for ever has not answered. */
async function before<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('no answer in time')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
