import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import * as z from 'zod'
import { type AuthSettings, parseSettings, readAuthSettings, settingKinds } from '@kikoa/auth/settings'
import { hostsOf, wantedSession } from '@kikoa/postgres'
import { type AllowedTargets, noTargets, readAllowedTargets } from './http/outbound.ts'
import { StartError } from './start-error.ts'

const { onOff, between, url } = settingKinds

/** Internal addresses that may be reached. */
const targets = z
  .string()
  .transform((list, issues) => {
    const allowed = readAllowedTargets(list)
    if (!allowed) issues.addIssue('must be a list of host:port and blocks such as 10.1.0.0/16')
    return allowed ?? z.NEVER
  })
  .optional()

const databaseAddress = z
  .string()
  .refine((text) => hostsOf(text) !== undefined, {
    error: 'must be an address such as postgres://user:password@host:5432/database, or name several hosts',
  })
  .optional()

/** The operator's settings, by the names of the environment variables. */
const environment = z.object({
  PORT: between(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  SITE_URL: url('http:', 'https:').optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: databaseAddress,
  DATABASE_REPLICA_URL: databaseAddress,
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ADMIN_PASSWORD: z.string().min(1).optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.string().min(3).optional(),
  TRUSTED_PROXY_HOPS: between(0, 10).default(0),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be one of fatal, error, warn, info, debug, trace and silent',
    )
    .default('info'),
  // One line for each answered request, without personal data.
  ACCESS_LOG: onOff.default(false),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  RATE_LIMIT_SCALE: z.coerce
    .number('must be a number above 0')
    .positive('must be a number above 0')
    .default(1),
  AVAILABILITY_ENDPOINTS: z.string().min(1).optional(),
  // Internal targets of webhooks, Web Push and the mail server of the settings. Without it they reach public addresses only.
  OUTBOUND_ALLOW: targets,
  // Its name of before.
  WEBHOOK_ALLOW: targets,
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[a-z0-9]{50,}$/, 'must be the public key of an age identity, age1…')
    .optional(),
  // The file with the private key of BACKUP_RECIPIENT, for a restore.
  BACKUP_IDENTITY: z.string().min(1).optional(),
  // The folder or the bucket of scheduled backups. They are off without it.
  BACKUP_TO: z
    .string()
    .min(1)
    .refine((text) => !/^\w+:\/\//.test(text) || /^s3:\/\/[a-z0-9][a-z0-9.-]+(\/[\w./-]*)?$/.test(text), {
      error: 'must be a folder, or a bucket such as s3://bucket/prefix',
    })
    .optional(),
  // Hours.
  BACKUP_EVERY: between(1, 8760).default(24),
  BACKUP_KEEP: between(1, 10_000).default(14),
  BACKUP_S3_ENDPOINT: url('http:', 'https:').optional(),
  BACKUP_S3_REGION: z.string().min(1).default('us-east-1'),
  BACKUP_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
})

type Environment = z.infer<typeof environment>

export interface Config extends Environment, AuthSettings {
  /** The public address of the product, used in mail links, redirects and the token's issuer. */
  SITE_URL: string
  /** An absolute path. */
  DATA_DIR: string
  /** Readings 16: on if mails can be sent, unless the operator sets it. */
  AUTH_EMAIL_CONFIRMATION: boolean
  OUTBOUND_ALLOW: AllowedTargets
}

/**
 * Reads the operator's settings from the environment. A variable there overrides the same one in the `.env` file of the
 * working folder.
 * @throws StartError with one sentence that names the wrong setting.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env, folder = process.cwd()): Config {
  const file = resolve(folder, '.env')
  if (env === process.env && existsSync(file)) loadEnvFile(file)
  const read = parseSettings(environment, env)
  if (Boolean(read.ADMIN_EMAIL) !== Boolean(read.ADMIN_PASSWORD))
    throw new StartError('The settings ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.')
  if (read.DATABASE_REPLICA_URL && !read.DATABASE_URL)
    throw new StartError('DATABASE_REPLICA_URL is a standby of the database in DATABASE_URL: set that too.')
  const session = wantedSession(read.DATABASE_REPLICA_URL ?? '')
  if (session === 'primary' || session === 'read-write')
    throw new StartError(
      `DATABASE_REPLICA_URL asks for target_session_attrs=${session}, and a standby takes no writes: set it to standby.`,
    )
  const auth = readAuthSettings(env)
  if (read.BACKUP_PASSPHRASE && read.BACKUP_RECIPIENT)
    throw new StartError(
      'The settings BACKUP_PASSPHRASE and BACKUP_RECIPIENT exclude each other: set one of them.',
    )
  const s3 = [read.BACKUP_S3_ENDPOINT, read.BACKUP_S3_ACCESS_KEY_ID, read.BACKUP_S3_SECRET_ACCESS_KEY]
  if (read.BACKUP_TO?.startsWith('s3://') && !s3.every(Boolean))
    throw new StartError(
      'BACKUP_TO is a bucket: set BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY too.',
    )
  return {
    ...read,
    ...auth,
    ADMIN_EMAIL: read.ADMIN_EMAIL?.toLowerCase(),
    SITE_URL: (read.SITE_URL ?? `http://localhost:${read.PORT}`).replace(/\/+$/, ''),
    DATA_DIR: resolve(folder, read.DATA_DIR),
    BACKUP_TO: read.BACKUP_TO?.startsWith('s3://')
      ? read.BACKUP_TO
      : read.BACKUP_TO && resolve(folder, read.BACKUP_TO),
    AUTH_EMAIL_CONFIRMATION: auth.AUTH_EMAIL_CONFIRMATION ?? Boolean(read.SMTP_URL),
    OUTBOUND_ALLOW: read.OUTBOUND_ALLOW ?? read.WEBHOOK_ALLOW ?? noTargets,
  }
}
