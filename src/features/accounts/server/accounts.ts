import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../../server/config/config.ts'
import type { Database } from '../../../server/database/database.ts'
import type { Keys } from './keys/keys.ts'
import type { Limits } from '../../../server/limits/limits.ts'
import type { SendMail } from './mail.ts'
import type { Providers } from './openid/providers.ts'
import type { SendSms } from './sms/gateway.ts'

/** What the calls of the protocol work with. */
export interface Accounts {
  database: Database
  config: Config
  keys: Keys
  now: () => Date
  log: FastifyBaseLogger
  limits: Limits
  providers: Providers
  /** Absent where no mail can be sent. */
  mail?: SendMail | undefined
  /** Absent where no SMS can be sent. */
  sms?: SendSms | undefined
}
