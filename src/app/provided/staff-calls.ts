import { countSms, type Keys, requireSmsAllowance, type SendSms, smsGateway } from '@kikoa/auth'
import { authApplication } from '../../features/accounts/server/application.ts'
import { missedArrivals } from '../../features/staff-notifications/server/arrivals.ts'
import { startStaffNotifications } from '../../features/staff-notifications/server/staff-notifications.jobs.ts'
import type { Config } from '../../server/config.ts'
import type { Database } from '../../server/database/database.ts'
import type { Log } from '../../server/log.ts'
import { personalData } from './personal-data.ts'

/** How the staff are called to work in the inbox: the worker of this node, and the job that finds what it has missed. */
export function staffNotifications(
  config: Config,
  { database, keys, log }: { database: Database; keys: Keys; log: Log },
) {
  const text = textToStaff(config, database)
  return {
    job: missedArrivals(database, text !== undefined),
    start: () =>
      startStaffNotifications({
        database,
        keys,
        log,
        text,
        targets: { allowed: config.OUTBOUND_ALLOW },
        site: config.SITE_URL,
      }),
  }
}

/** Texts to the staff count as codes do: the countries and the number of a day are limited. */
function textToStaff(config: Config, database: Database): SendSms | undefined {
  const send = smsGateway(config)
  if (!send) return undefined
  const sending = { application: authApplication(personalData), config, database, now: () => new Date() }
  return async (message) => {
    await requireSmsAllowance(sending, message.to)
    await countSms(sending)
    await send(message)
  }
}
