import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { type NameserverDns, publicDns } from '../features/domains/server/check-nameservers.ts'
import { ensureFirstAdmin } from '../features/accounts/server/first-admin.ts'
import { tidyAccounts } from './tidy-accounts.ts'
import { sealedIn } from '../features/accounts/server/account-mails.ts'
import { authApplication } from '../features/accounts/server/application.ts'
import { deleteExpiredLimits, loadKeys } from '@kikoa/auth'
import { auditVerification } from '../features/audit/server/verify.ts'
import { ledgerVerification } from '../features/money/server/ledger/verify.ts'
import { auditSealing } from '../features/audit/server/chain.ts'
import { createAvailability } from '../features/availability/server/availability.ts'
import { recordUnread } from '../features/availability/server/unread-answers.ts'
import { deleteOldPhotos } from '../features/money/server/claims/claim-photos.ts'
import { forgetPayers } from '../features/money/server/received/erase.ts'
import { deleteExpiredSecrets } from '../features/settings/server/message-secret.ts'
import { forgetWaiting } from '../features/insights/server/waiting.ts'
import { forgetCounts } from '../features/insights/server/counters.queries.ts'
import { deleteOldArrivals } from '../features/staff-notifications/server/arrivals.ts'
import { callFirstAdmin } from '../features/staff-notifications/server/choices.ts'
import { renewalDelivery } from '../features/requests/server/renewals/renewal-delivery.jobs.ts'
import { registrarNames, registrarSync } from '../features/domains/server/sync-names.jobs.ts'
import { registrarBalances } from '../features/fulfilment/server/balances.jobs.ts'
import { startFulfilment } from '../features/fulfilment/server/fulfilment.jobs.ts'
import { heldDeliveries } from '../features/fulfilment/server/held.jobs.ts'
import { currentNameservers } from '../features/fulfilment/server/transfers/current-nameservers.ts'
import { startWebhookWorker } from '../features/webhooks/server/webhooks.jobs.ts'
import { deleteOldWebhooks, refreshSources } from '../features/webhooks/server/endpoints.ts'
import { createMessageLimit, limitMessages } from '../features/support/server/messages.ts'
import { clearSettingsCache, readSettings } from '../features/settings/server/settings.ts'
import { childProgram, scheduledBackup } from '../server/scheduled-backup.ts'
import type { Config } from '../server/config.ts'
import type { Database } from '../server/database/database.ts'
import { createServer, drainable, type Server } from '../server/http/server.ts'
import { dueReminders } from '../features/money/server/charges/due-reminders.jobs.ts'
import { startDecisions } from '../features/money/server/decisions/decisions.jobs.ts'
import { paymentMatching } from '../features/money/server/matching/matching.jobs.ts'
import { invoiceWriting } from '../features/money/server/invoices/write-invoice.ts'
import { renewalOffers } from '../features/requests/server/renewals/renewal-offers.jobs.ts'
import { expirySteps } from '../features/services/server/after-expiry.jobs.ts'
import { retention } from '../features/operations/server/retention.ts'
import { expiryReminders } from '../features/requests/server/expiry-reminders.jobs.ts'
import { openMailServer } from '../server/mail/mail-server.ts'
import { deleteOldMails } from '../server/mail/queue.ts'
import { housekeeping, startJobs } from '../server/jobs.ts'
import { EventPublisher, EventSubscriber, type LiveEvent } from '../server/live/event-channel.ts'
import { LiveStreams } from '../server/live/streams.ts'
import type { Log } from '../server/log.ts'
import { StartError } from '../server/start-error.ts'
import { startMailDelivery } from './provided/mail.ts'
import { openDatabase } from './open-database.ts'
import { personalData } from './provided/personal-data.ts'
import { staffNotifications } from './provided/staff-calls.ts'
import { registerApiRoutes, registerPageRoutes, renderPages } from './register-routes.ts'

/** How often each node reloads the signing keys. A new key is published 15 minutes before it signs. */
const KEY_RELOAD_MS = 15_000

export interface RunningNode {
  /** The base URL of the server. */
  address: string
  database: Database
  subscriber: EventSubscriber
  /** The link to create the first admin, while there is none. */
  setupLink: string | undefined
  /** Finishes the running requests, then closes the database connections. */
  stop(): Promise<void>
}

/**
 * Starts one node and its database, embedded or the operator's.
 * @param buildFolder the folder of the built pages. Without it the node serves the API only.
 * @throws StartError with one sentence for the operator
 */
export async function startWithDatabase(
  config: Config,
  log: Log,
  buildFolder?: string,
): Promise<RunningNode> {
  const { database, owner, close } = await openDatabase(config, log)
  try {
    const node = await startNode(config, log, {
      database,
      owner,
      ...(buildFolder && { buildFolder }),
      hasInternet: true,
    })
    const stop = async () => {
      try {
        await node.stop()
      } finally {
        await close()
      }
    }
    return { ...node, stop }
  } catch (error) {
    await close()
    throw error
  }
}

interface NodeOptions {
  database: Database
  owner: PoolConfig
  /** The folder of the built pages. Without it the node serves the API only. */
  buildFolder?: string
  /** Allows requests to the internet, such as IANA's daily list of registries. Off in tests. */
  hasInternet?: boolean
  /** How often is looked for jobs and deliveries that are due. Tests wait for them. */
  lookMs?: number
  /** How nameservers are asked without the internet. */
  nameserverDns?: NameserverDns
}

/**
 * Starts a node on a migrated database: live events, keys, routes, pages, jobs and mail, in this order. `stop` runs
 * the cleanups in reverse order, and what serves or works at the same time.
 * @throws StartError with one sentence for the operator
 */
export async function startNode(
  config: Config,
  log: Log,
  { database, owner, buildFolder, hasInternet = false, lookMs, nameserverDns }: NodeOptions,
): Promise<RunningNode> {
  const cleanups: (() => Promise<unknown> | void)[] = []
  const stop = async () => {
    for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
  }
  // They stop at the same time, because each may wait for seconds and `npm start` gives the whole program 8 s.
  const active: { stop(): Promise<void> }[] = []
  const report = (error: unknown) => log.warn({ err: error }, 'in the background')
  try {
    const publisher = new EventPublisher(database.pool, report)
    database.onEvents = (ids) => publisher.publish(ids)
    const streams = new LiveStreams(database, report)

    const keys = await loadKeys({ config, log, ...sealedIn(database) })
    const keyReload = setInterval(() => void keys.reload().catch(report), KEY_RELOAD_MS)
    cleanups.push(() => clearInterval(keyReload))

    const mailServer = await openMailServer({ config, database, keys })

    const availability = createAvailability({
      config,
      settings: async () => (await readSettings(database))['availability.endpoints'],
      sold: async () => (await readSettings(database))['catalogue.domains'].map(({ ending }) => ending),
      now: () => new Date(),
      log,
      onUnread: recordUnread(database, report),
    })
    cleanups.push(() => availability.stop())
    if (hasInternet) availability.start()

    let subscriber: EventSubscriber | undefined
    const app = createServer(config, log)
    const postLimit = createMessageLimit(config.RATE_LIMIT_SCALE)
    limitMessages(app, postLimit)
    await registerApiRoutes(app, {
      config,
      log,
      database,
      keys,
      streams,
      availability,
      mailServer,
      hasInternet,
      nameserverDns: hasInternet ? publicDns : nameserverDns,
      lagSeconds: () => subscriber?.lagSeconds ?? 0,
    })
    const pages = buildFolder ? await renderPages(buildFolder, { config, log, database }) : undefined
    cleanups.push(() => pages?.stop())
    if (pages) await registerPageRoutes(app, pages, { config, log, database, postLimit })

    const deliver = (events: LiveEvent[]) => {
      // Before the browsers receive the event and fetch again.
      forgetCounts(database)
      forgetWaiting(database)
      if (events.some((event) => event.topics.includes('settings'))) {
        clearSettingsCache(database)
        mailServer.refresh().catch(report)
        pages?.refresh().catch(report)
      }
      streams.deliver(events)
    }
    subscriber = new EventSubscriber(database, owner, deliver, report)
    await subscriber.start()
    cleanups.push(() => subscriber!.stop())

    const providers = { keys, targets: { allowed: config.OUTBOUND_ALLOW } }
    const notifications = staffNotifications(config, { database, keys, log })
    const backup = backupJob(config, { database, log })
    cleanups.push(() => backup?.stop())
    cleanups.push(() => Promise.all(active.map((one) => one.stop())))
    const jobs = await startJobs(
      database,
      [
        housekeeping(
          database,
          (own) => tidyAccounts(own, authApplication(personalData)),
          deleteExpiredLimits,
          deleteOldMails,
          deleteExpiredSecrets,
          deleteOldWebhooks,
          deleteOldArrivals,
          forgetPayers,
          deleteOldPhotos,
        ),
        notifications.job,
        expiryReminders(database),
        renewalOffers(database),
        renewalDelivery(database),
        registrarBalances(database, providers),
        heldDeliveries({ database, log, ...providers }),
        registrarSync(database),
        registrarNames(database, providers),
        expirySteps(database),
        retention(database),
        dueReminders(database),
        paymentMatching(database),
        invoiceWriting(database),
        auditSealing(database),
        ...(backup ? [backup.job] : []),
        auditVerification(database),
        ledgerVerification(database),
      ],
      report,
      { ...(lookMs && { pollMs: lookMs }) },
    )
    active.push(jobs)

    active.push(startMailDelivery(config, { database, keys, mailServer, log }))

    await refreshSources(database)
    active.push(startWebhookWorker({ database, keys, log, targets: { allowed: config.OUTBOUND_ALLOW } }))
    active.push(
      startFulfilment({
        database,
        log,
        ...providers,
        ...(hasInternet && { currentNameservers }),
        ...(lookMs && { everyMs: lookMs }),
      }),
    )
    active.push(startDecisions({ database, log }))
    active.push(notifications.start())

    const setupLink = await ensureFirstAdmin({ database, config, log, onMade: callFirstAdmin })
    const drain = drainable(app)
    await listen(app, config)
    active.push({
      stop() {
        streams.close()
        return drain()
      },
    })
    const { port } = app.server.address() as { port: number }
    return { address: `http://${config.HOST}:${port}`, database, subscriber, setupLink, stop }
  } catch (error) {
    await stop().catch((stopError: unknown) => log.warn({ err: stopError }, 'while giving up'))
    throw error
  }
}

/** Scheduled backups, if the operator has set a place for them. `stop` ends a running one. */
function backupJob(config: Config, { database, log }: { database: Database; log: Log }) {
  if (!config.BACKUP_TO) return undefined
  const { run, stop } = childProgram(join(import.meta.dirname, 'backup.ts'), ['scheduled'])
  const job = scheduledBackup(database, log, {
    location: config.BACKUP_TO,
    everyHours: config.BACKUP_EVERY,
    isSealed: Boolean(config.BACKUP_PASSPHRASE ?? config.BACKUP_RECIPIENT),
    write: run,
  })
  return { job, stop }
}

async function listen(app: Server, config: Config) {
  await app.ready()
  await new Promise<void>((done, fail) => {
    app.server.once('error', (error) =>
      fail(new StartError(listenErrorMessage(error, config), { cause: error })),
    )
    app.server.listen({ host: config.HOST, port: config.PORT }, done)
  })
}

function listenErrorMessage({ code, message }: NodeJS.ErrnoException, { HOST, PORT }: Config) {
  if (code === 'EADDRINUSE') return `Port ${PORT} is taken: stop what uses it, or set PORT to another one.`
  if (code === 'EACCES') return `Port ${PORT} may not be used by this user: set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${HOST} is no address of this machine.`
  return `Kikoa can't listen on ${HOST}:${PORT}: ${message}.`
}
