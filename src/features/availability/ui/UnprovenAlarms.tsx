import { m } from '../../../paraglide/messages.js'
import type { availabilityApi } from './api.ts'
import { LinkButton } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { RelativeTime } from '../../../kit/dates.tsx'

type Alarm = Awaited<ReturnType<typeof availabilityApi.health.call>>['alarms'][number]

/** Sources whose "available" counts for nothing, because they do not know a registered name of their suffix. */
export function UnprovenAlarms({ alarms }: { alarms: readonly Alarm[] }) {
  if (alarms.length === 0) return null
  return (
    <ul className="mb-6 flex flex-col gap-3">
      {alarms.map(({ suffix, source, server, since, answers }) => (
        <li key={`${suffix} ${source}`}>
          <Notice
            tone="warning"
            action={<LinkButton to="/admin/settings">{m.engine_alarm_settings()}</LinkButton>}
          >
            <p className="font-semibold">{m.engine_alarm({ source: source.toUpperCase(), suffix })}</p>
            <p className="wrap-anywhere">
              {m.engine_alarm_about({ server })}{' '}
              {answers.map(({ name, answer }) => m.engine_alarm_answered({ name, answer })).join(' ')}
            </p>
            <p>
              {m.engine_alarm_since()} <RelativeTime at={since} />
            </p>
            <p>{m.engine_alarm_help()}</p>
          </Notice>
        </li>
      ))}
    </ul>
  )
}
