import fastifyStatic from '@fastify/static'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Router } from '@orpc/server'
import type { PoolConfig } from 'pg'
import type { Accounts } from '../features/accounts/server/accounts.ts'
import { registerCaptchaFrame } from '../auth/captcha-frame.ts'
import { captchaFrame } from '../auth/captcha-service.ts'
import { authApplication } from '../features/accounts/server/application.ts'
import { ensureFirstAdmin } from '../features/accounts/server/first-admin.ts'
import { type Keys, loadKeys } from '../auth/keys/keys.ts'
import { verifyToken } from '../auth/keys/verify-token.ts'
import { limitsInDatabase, deleteExpiredLimits } from '../server/limits/limits.ts'
import { openProviders } from '../auth/openid/providers.ts'
import { registerAuth } from '../auth/protocol/register.ts'
import { sendMailWith } from '../features/accounts/server/send-mail.ts'
import { smsGateway } from '../auth/sms/gateway.ts'
import { rememberAttempts } from '../features/audit/server/attempts.ts'
import { registerAuditExport } from '../features/audit/server/export-csv.ts'
import { sealing } from '../features/audit/server/seal.ts'
import { type Availability, createAvailability } from '../features/availability/server/availability.ts'
import { registerScriptFrame } from '../features/chat/server/script-frame.ts'
import { frameSource } from '../features/settings/chat-widget.ts'
import { keepUnread } from '../features/availability/server/unread.ts'
import { registerSearchEngines } from '../features/landing/server/search-engines.ts'
import { forgetCounts } from '../features/insights/server/counters.ts'
import { createPostLimit, guardMessages } from '../features/support/server/message-limit.ts'
import { registerContactForm } from '../features/support/server/contact-form.ts'
import { registerLogos } from '../features/settings/server/logos.ts'
import { forgetSettings, readSettings } from '../features/settings/server/settings.ts'
import type { Config } from '../server/config/config.ts'
import type { Database } from '../server/database/database.ts'
import { mountApi } from '../server/http/api.ts'
import { drainable } from '../server/http/drain.ts'
import { registerHealth } from '../server/http/health.ts'
import { createServer, type Server } from '../server/http/server.ts'
import { expiryReminders } from '../features/requests/server/remind.ts'
import { deleteOldMails } from '../server/mail/queue.ts'
import { housekeeping, startJobs } from '../server/jobs.ts'
import { EventPublisher, EventSubscriber, type LiveEvent } from '../server/live/event-channel.ts'
import { registerLive } from '../server/live/route.ts'
import { LiveStreams } from '../server/live/streams.ts'
import type { Log } from '../server/log/log.ts'
import { startPages } from '../server/pages/pages.ts'
import { registerPages } from '../server/pages/register.ts'
import { StartError } from '../server/start-error.ts'
import { registerDocs } from './docs.ts'
import { mailWay, openMail } from './mail.ts'
import { openDatabase } from './open-database.ts'
import { pageSettings } from './page-settings.ts'
import { personalData } from './personal-data.ts'
import { routerOver } from './router.ts'
import { tidyAccounts } from './tidy-accounts.ts'

/** A rotated key is published a quarter of an hour before it signs: each node knows it long before. */
const KEYS_LOOK_MS = 15_000

const root = resolve(import.meta.dirname, '../..')

export interface Node {
  /** Where it listens. */
  address: string
  database: Database
  subscriber: EventSubscriber
  /** For the first admin, where there is none yet. */
  setupLink: string | undefined
  /** Lets every request finish, then leaves the database. */
  stop(): Promise<void>
}

/**
 * Starts one node with its database: embedded, or the operator's.
 * @throws StartError with one sentence for the operator.
 */
export async function startKikoa(config: Config, log: Log): Promise<Node> {
  const { database, owner, close } = await openDatabase(config, log)
  try {
    const node = await startNode(config, log, {
      database,
      owner,
      buildFolder: join(root, 'build'),
      asksOutside: true,
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

/** What a node stands on. */
interface Ground {
  database: Database
  owner: PoolConfig
  buildFolder?: string
  /** Whether it fetches IANA's list of registries every day: the program does, a test's node has no outside world. */
  asksOutside?: boolean
}

/**
 * Starts a node on a migrated database: accounts, API, live log, jobs, and the pages of a build where there is one.
 * @throws StartError with one sentence for the operator.
 */
export async function startNode(
  config: Config,
  log: Log,
  { database, owner, buildFolder, asksOutside }: Ground,
): Promise<Node> {
  const leave: (() => Promise<unknown> | void)[] = []
  const stop = async () => {
    for (const act of leave.splice(0).reverse()) await act()
  }
  try {
    const report = (error: unknown) => log.warn({ err: error }, 'in the background')
    const eventPublisher = new EventPublisher(database.pool, report)
    database.onEvents = (ids) => eventPublisher.publish(ids)
    const streams = new LiveStreams(database, report)
    const keys = await loadKeys({ config, database, log })
    const looking = setInterval(() => void keys.reload().catch(report), KEYS_LOOK_MS)
    leave.push(() => clearInterval(looking))

    const app = createServer(config, log)
    const availability = createAvailability({
      config,
      settings: async () => (await readSettings(database))['availability.endpoints'],
      now: () => new Date(),
      log,
      onUnread: keepUnread(database, report),
    })
    leave.push(() => availability.stop())
    if (asksOutside) availability.start()
    const limit = createPostLimit(config.RATE_LIMIT_SCALE)
    guardMessages(app, limit)
    await answer(app, {
      config,
      log,
      database,
      keys,
      streams,
      availability,
      asksOutside: Boolean(asksOutside),
    })
    const pages = buildFolder
      ? await startPages({
          buildFolder,
          pageData: () => pageSettings(database, config.SITE_URL),
          frames: () => framesOf(config, database),
          log,
        })
      : undefined
    if (pages) {
      leave.push(() => pages.stop())
      await registerContactForm(app, { database, pages, siteUrl: config.SITE_URL, limit })
      registerSearchEngines(app, config.SITE_URL)
      await registerPages(app, pages)
    }

    const subscriber = new EventSubscriber(database, owner, deliver, report)
    function deliver(events: LiveEvent[]) {
      // Before anybody hears of a change and asks again.
      forgetCounts(database)
      if (events.some((event) => event.topics.includes('settings'))) {
        forgetSettings(database)
        pages?.refresh().catch(report)
      }
      streams.deliver(events)
    }
    await subscriber.start()
    leave.push(() => subscriber.stop())
    const scheduled = [
      housekeeping(
        database,
        (own) => tidyAccounts(own, authApplication(personalData)),
        deleteExpiredLimits,
        deleteOldMails,
      ),
      expiryReminders(database),
      sealing(database),
    ]
    const jobs = await startJobs(database, scheduled, report)
    leave.push(() => jobs.stop())
    const mail = openMail(config, { database, keys, log })
    leave.push(() => mail.stop())

    const setupLink = await ensureFirstAdmin({ database, config, log })
    const drain = drainable(app)
    await listen(app, config)
    leave.push(async () => {
      streams.close()
      await drain()
    })
    const { port } = app.server.address() as { port: number }
    return { address: `http://${config.HOST}:${port}`, database, subscriber, setupLink, stop }
  } catch (error) {
    await stop().catch((failed: unknown) => log.warn({ err: failed }, 'while giving up'))
    throw error
  }
}

interface Answering {
  config: Config
  log: Log
  database: Database
  keys: Keys
  streams: LiveStreams
  availability: Availability
  asksOutside: boolean
}

/** Everything that programs ask for. */
async function answer(
  app: Server,
  { config, log, database, keys, streams, availability, asksOutside }: Answering,
) {
  const now = () => new Date()
  const identify = (token: string) => verifyToken(keys, token)
  const limits = limitsInDatabase(database, config.RATE_LIMIT_SCALE)
  const providers = openProviders(config.OPENID_PROVIDERS, now)
  const accounts: Accounts = {
    database,
    config,
    keys,
    now,
    log,
    limits,
    providers,
    application: authApplication(personalData, sendMailWith(keys)),
    personalData,
    sms: smsGateway(config),
  }
  await app.register(async (scope) => registerAuth(scope, accounts))
  registerHealth(app, {
    database,
    openStreams: () => streams.size,
    token: config.METRICS_TOKEN,
    gauges: [
      {
        name: 'kikoa_registries_unproven',
        help: 'Sources that do not know a registered name of their suffix',
        read: async () => (await availability.alarms()).length,
      },
    ],
  })
  registerDocs(app)
  registerScriptFrame(app, database)
  registerCaptchaFrame(app, config)
  registerAuditExport(app, { database, identify, limitScale: config.RATE_LIMIT_SCALE })
  registerLogos(app, database)
  const identifyPerson = async (token: string) => {
    const identity = await identify(token)
    return identity === 'key' ? undefined : identity
  }
  registerLive(app, streams, identifyPerson, config.RATE_LIMIT_SCALE)
  const router = routerOver(accounts, availability, mailFacts(config), mailWay(config, database, asksOutside))
  mountApi(app, router as unknown as Router<never, never>, {
    database,
    identify,
    now,
    limitScale: config.RATE_LIMIT_SCALE,
    onRefused: rememberAttempts(database, (error) =>
      log.warn({ err: error }, 'an attempt was not written down'),
    ),
  })
  const flags = join(
    dirname(createRequire(import.meta.url).resolve('country-flag-icons/package.json')),
    '3x2',
  )
  await app.register(fastifyStatic, { root: flags, prefix: '/flags/', decorateReply: false, maxAge: '30d' })
}

/** What the pages may show in a frame: somebody else's chat, and the document around the captcha. */
async function framesOf(config: Config, database: Database): Promise<string> {
  const chat = frameSource((await readSettings(database))['chat.widget'], config.SITE_URL)
  return [...new Set([chat, captchaFrame(config)?.source])].filter(Boolean).join(' ')
}

const mailFacts = ({ SMTP_URL, MAIL_FROM, SMS_URL, SMS_PER_DAY, SMS_COUNTRIES }: Config) => ({
  server: Boolean(SMTP_URL),
  from: MAIL_FROM ?? null,
  sms: SMS_URL ? { most: SMS_PER_DAY, countries: SMS_COUNTRIES } : null,
})

async function listen(app: Server, config: Config) {
  await app.ready()
  await new Promise<void>((done, fail) => {
    app.server.once('error', (error) => fail(new StartError(listenSentence(error, config), { cause: error })))
    app.server.listen({ host: config.HOST, port: config.PORT }, done)
  })
}

function listenSentence({ code, message }: NodeJS.ErrnoException, { HOST, PORT }: Config) {
  if (code === 'EADDRINUSE') return `Port ${PORT} is taken: stop what uses it, or set PORT to another one.`
  if (code === 'EACCES') return `Port ${PORT} may not be used by this user: set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${HOST} is no address of this machine.`
  return `Kikoa can't listen on ${HOST}:${PORT}: ${message}.`
}
