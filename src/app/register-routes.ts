import type { NameserverDns } from '../features/domains/server/check-nameservers.ts'
import { authApplication } from '../features/accounts/server/application.ts'
import fastifyStatic from '@fastify/static'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Router } from '@orpc/server'
import type { Accounts } from '../features/accounts/server/accounts.ts'
import { registerMessageHook } from '../features/money/server/received/hook.ts'
import { registerStatementUpload } from '../features/money/server/statements/upload.ts'
import {
  captchaFrame,
  type Keys,
  limitsInDatabase,
  openProviders,
  registerAuth,
  registerCaptchaFrame,
  smsGateway,
  verifyToken,
} from '@kikoa/auth'
import { sendMailWith } from '../features/accounts/server/account-mails.ts'
import { auditAttempts } from '../features/audit/server/attempts.ts'
import { registerMailProfile } from '../features/emails/server/profile-route.ts'
import { registerAuditExport } from '../features/audit/server/export-csv.ts'
import { findKey } from '../features/api-keys/server/api-keys.ts'
import { registerExports } from '../features/money/server/ledger/export.ts'
import { registerAnswerTimesExport } from '../features/insights/server/export-answer-times.ts'
import { registerServicesExport } from '../features/services/server/export.ts'
import type { Availability } from '../features/availability/server/availability.ts'
import { registerScriptFrame } from '../features/chat/server/chat.router.ts'
import { frameSource } from '../features/settings/chat-widget.ts'
import { registerSearchEngines } from '../features/landing/server/search-engines.ts'
import { registerMetrics } from '../features/operations/server/metrics.ts'
import type { createMessageLimit } from '../features/support/server/messages.ts'
import { soldLines } from '../features/money/server/charges/sold-lines.ts'
import { registerInvoices } from '../features/money/server/invoices/routes.ts'
import { registerContactForm } from '../features/support/server/contact-form.ts'
import { registerLogos } from '../features/settings/server/logos.ts'
import { readLegal, readPageSettings, readSettings } from '../features/settings/server/settings.ts'
import { backupAge } from '../server/scheduled-backup.ts'
import type { Config } from '../server/config.ts'
import { toLocale } from '../shared/pages.ts'
import type { Database } from '../server/database/database.ts'
import { mountApi } from '../server/http/api.ts'
import { registerHealth } from '../server/http/health.ts'
import type { Server } from '../server/http/server.ts'
import { registerLive } from '../server/live/route.ts'
import type { LiveStreams } from '../server/live/streams.ts'
import type { Log } from '../server/log.ts'
import { startPages } from '../server/pages/pages.ts'
import { registerPages } from '../server/pages/register.ts'
import { callFirstAdmin } from '../features/staff-notifications/server/choices.ts'
import { registerDocs } from './openapi/page.ts'
import type { DeliveryConfig } from '../features/settings/server/save-settings.ts'
import type { MailServer } from '../server/mail/mail-server.ts'
import { templatePreview, mailDelivery, testMail } from './provided/mail.ts'
import { personalData } from './provided/personal-data.ts'
import { registerListExports } from './list-exports.ts'
import { createRouter } from './router.ts'

interface ApiServices {
  config: Config
  log: Log
  database: Database
  keys: Keys
  streams: LiveStreams
  availability: Availability
  mailServer: MailServer
  hasInternet: boolean
  nameserverDns: NameserverDns | undefined
  /** Seconds between a live event and its delivery. */
  lagSeconds: () => number
}

/** Registers all routes but the pages: the auth protocol, health, documentation, files, live events and the API. */
export async function registerApiRoutes(
  app: Server,
  {
    config,
    log,
    database,
    keys,
    streams,
    availability,
    mailServer,
    hasInternet,
    nameserverDns,
    lagSeconds,
  }: ApiServices,
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
    application: authApplication(personalData, sendMailWith(keys), {
      // An operator who asks for proved addresses without a server hands the mails on from their files.
      deliversMail: () => mailServer.isSet || config.AUTH_EMAIL_CONFIRMATION,
    }),
    personalData,
    mailServer,
    onFirstAdmin: callFirstAdmin,
    sms: smsGateway(config),
  }
  await app.register(async (scope) => registerAuth(scope, accounts))
  const unprovenRegistries = async () => (await availability.alarms()).length
  registerHealth(app, {
    database,
    openStreams: () => streams.size,
    token: config.METRICS_TOKEN,
    gauges: [
      {
        name: 'kikoa_registries_unproven',
        help: 'Sources that do not know a registered name of their suffix',
        read: unprovenRegistries,
      },
      {
        name: 'kikoa_backup_age_seconds',
        help: 'Seconds since the moment of the last backup, -1 without one',
        read: () => backupAge(database),
      },
    ],
    metrics: (registry) => registerMetrics(app, registry, { database, lagSeconds }),
  })
  registerDocs(app)
  registerScriptFrame(app, database)
  registerCaptchaFrame(app, config, toLocale)
  const files = { database, identify, now, limitScale: config.RATE_LIMIT_SCALE }
  registerAuditExport(app, files)
  registerExports(app, files)
  registerAnswerTimesExport(app, files)
  registerServicesExport(app, files)
  registerLogos(app, database)
  registerStatementUpload(app, files)
  registerInvoices(app, { ...files, linesOf: soldLines })
  registerMailProfile(app, { database, keys, now, limitScale: config.RATE_LIMIT_SCALE })
  registerMessageHook(app, { database, keys, now, limitScale: config.RATE_LIMIT_SCALE })
  const identifyPerson = async (token: string) => {
    const identity = await identify(token)
    return identity === 'key' ? undefined : identity
  }
  registerLive(app, streams, identifyPerson, config.RATE_LIMIT_SCALE)
  const router = createRouter({
    accounts,
    availability,
    deliveryConfig: deliveryConfig(config, mailServer),
    mailServer: {
      mailServer,
      keys,
      limits,
      allowed: config.OUTBOUND_ALLOW,
      isSenderFixed: config.MAIL_FROM !== undefined,
      sendTest: testMail({ config, database }),
    },
    nameserverDns,
    installation: { config, database, unprovenRegistries, now },
    mailDelivery: mailDelivery(mailServer, hasInternet),
    templatePreview: templatePreview(config, database),
  })
  registerListExports(app, files, router)
  mountApi(app, router as unknown as Router<never, never>, {
    database,
    identify,
    findKey: (token) => findKey(database, token, now()),
    now,
    limitScale: config.RATE_LIMIT_SCALE,
    onRefused: auditAttempts(database, (error) =>
      log.warn({ err: error }, 'a refused attempt could not be written to the audit log'),
    ),
  })
  const flags = join(
    dirname(createRequire(import.meta.url).resolve('country-flag-icons/package.json')),
    '3x2',
  )
  await app.register(fastifyStatic, { root: flags, prefix: '/flags/', decorateReply: false, maxAge: '30d' })
}

interface PageServices {
  config: Config
  log: Log
  database: Database
}

/** Renders the pages of a build. */
export const renderPages = (buildFolder: string, { config, log, database }: PageServices) =>
  startPages({
    buildFolder,
    pageData: () => readPageSettings(database, config.SITE_URL),
    legal: async () =>
      Object.fromEntries(Object.entries(await readLegal(database)).map(([page, { text }]) => [page, text])),
    frames: () => frameSources(config, database),
    log,
  })

/** Registers the rendered pages, the contact form and the files for search engines. */
export async function registerPageRoutes(
  app: Server,
  pages: Awaited<ReturnType<typeof renderPages>>,
  { config, database, postLimit }: PageServices & { postLimit: ReturnType<typeof createMessageLimit> },
) {
  await registerContactForm(app, { database, pages, siteUrl: config.SITE_URL, limit: postLimit })
  registerSearchEngines(app, config.SITE_URL)
  await registerPages(app, pages)
}

/**
 * The sources for the pages' `frame-src` (CSP): previews, the chat widget of the settings, and the captcha. They are the
 * same for all pages, because the application keeps the policy of the page that it began with.
 */
async function frameSources(config: Config, database: Database): Promise<string> {
  const chat = frameSource((await readSettings(database))['chat.widget'], config.SITE_URL)
  return [...new Set(["'self'", chat, captchaFrame(config)?.source])].filter(Boolean).join(' ')
}

/** What the settings screen shows of the mail and SMS configuration. */
const deliveryConfig = (
  { SMS_URL, SMS_PER_DAY, SMS_COUNTRIES }: Config,
  mailServer: MailServer,
): DeliveryConfig => ({
  mail: () => mailServer.isSet,
  sms: SMS_URL ? { most: SMS_PER_DAY, countries: SMS_COUNTRIES } : null,
})
