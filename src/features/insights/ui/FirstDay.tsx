import { useQueryClient } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { IfMay } from '../../../client/session/staff.tsx'
import { useSession } from '../../../client/session/session.ts'
import { useAct } from '../../../client/form/act.ts'
import { errorSentence } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { settingsApi } from '../../settings/ui/settings.api.ts'
import type { ShownSettings } from '../../settings/ui/use-section.tsx'

interface Step {
  isDone: boolean
  /** The name of a step that is done. */
  name: string
  /** What is missing. */
  text: string
  to: string
  /** The text of the link; "Set it up" by default. */
  link?: string
}

interface FirstDayProps {
  shown: ShownSettings
  /** Whether the shop has a request of a customer or of an admin who tries it. */
  hasRequest: boolean
}

/** What a new shop has to set, each with its state. Nothing once all is done, or after an admin has dismissed it. */
export function FirstDay({ shown, hasRequest }: FirstDayProps) {
  const session = useSession()
  const hasFactor = session.status === 'signed-in' && session.hasFactor
  const steps = stepsOf(shown, { hasFactor, hasRequest })
  const done = steps.filter(({ isDone }) => isDone).length
  if (shown.values['shop.isSetUp'] || done === steps.length) return null
  return (
    <Card aria-labelledby="first-day" className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="first-day" className="text-lg font-bold">
          {m.start_title()}
        </h2>
        <p className="mr-auto text-sm text-muted">
          {m.start_done({ done: String(done), all: String(steps.length) })}
        </p>
        <IfMay needs="settings.write">
          <DismissButton version={shown.versions['shop.isSetUp'] ?? 0} />
        </IfMay>
      </div>
      <ul className="mt-3 grid gap-x-8 gap-y-2 md:grid-cols-2">
        {steps.map((step) => (
          <li key={step.name} className="flex items-start gap-2">
            {step.isDone ? (
              <>
                <CircleCheck aria-hidden className="mt-[3px] size-4 shrink-0 text-available" />
                <span className="text-muted line-through">{step.name}</span>
              </>
            ) : (
              <>
                <Circle aria-hidden className="mt-[3px] size-4 shrink-0 text-muted" />
                <span>
                  {step.text}{' '}
                  <Link
                    to={step.to}
                    className="font-semibold whitespace-nowrap text-primary underline underline-offset-4"
                  >
                    {step.link ?? m.settings_set_it()}
                  </Link>
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function stepsOf(
  { values, versions, mail }: ShownSettings,
  { hasFactor, hasRequest }: { hasFactor: boolean; hasRequest: boolean },
): Step[] {
  const isChanged = (...keys: string[]) => keys.some((key) => (versions[key] ?? 0) > 0)
  return [
    {
      isDone: isChanged('business.name'),
      name: m.common_name(),
      text: m.start_name(),
      to: '/admin/settings#business',
    },
    {
      isDone: Boolean(values['business.email'] || values['business.phone']),
      name: m.common_contact(),
      text: m.settings_missing_contact(),
      to: '/admin/settings#contact',
    },
    {
      isDone: Boolean(values['accounts.defaultCountry']),
      name: m.common_country(),
      text: m.settings_missing_country(),
      to: '/admin/settings#accounts',
    },
    {
      isDone: values['payments.accounts'].length > 0,
      name: m.common_payments(),
      text: m.settings_missing_accounts(),
      to: '/admin/settings#payments',
    },
    {
      isDone: isChanged('catalogue.domains', 'catalogue.plans', 'catalogue.email', 'shop.currency'),
      name: m.start_prices_done(),
      text: m.start_prices(),
      to: '/admin/settings#endings',
      link: m.start_set_prices(),
    },
    {
      isDone: mail.server,
      name: m.common_email(),
      text: m.settings_missing_mail(),
      to: '/admin/settings#mail',
    },
    {
      isDone: hasFactor,
      name: m.start_factor_done(),
      text: m.start_factor(),
      to: '/admin/profile#second-factor',
    },
    {
      isDone: hasRequest,
      name: m.start_request_done(),
      text: m.start_request(),
      to: '/dashboard/domains',
      link: m.start_open_request(),
    },
  ]
}

function DismissButton({ version }: { version: number }) {
  const client = useQueryClient()
  const dismiss = useAct({
    send: () =>
      settingsApi.change.call({ values: { 'shop.isSetUp': true }, versions: { 'shop.isSetUp': version } }),
    onDone: (saved) => client.setQueryData(settingsApi.show.queryKey(), saved),
    failure: errorSentence(m.start_dismiss_failed),
  })
  return (
    <Button variant="quiet" size="small" busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
      {m.start_dismiss()}
    </Button>
  )
}
