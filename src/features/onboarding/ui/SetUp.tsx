import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Circle, CircleCheck, CircleDot } from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { errorSentence } from '../../../client/error-messages.ts'
import { useAct } from '../../../client/form/act.ts'
import { IfMay } from '../../../client/session/staff.tsx'
import { Button } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { settingsApi } from '../../settings/ui/settings.api.ts'
import type { LaterStep, RequiredStep } from '../steps.ts'
import type { StepProps } from './steps/save-step.ts'
import { TestSale } from './TestSale.tsx'
import { type Onboarding, onboardingKey } from './onboarding.api.ts'

const step = (load: () => Promise<ComponentType<StepProps>>) => loadedLater(load)

/** The steps before the first sale: what each is called, and its form, which is loaded when it is opened. */
const steps: Record<RequiredStep, { title: () => string; Form: ComponentType<StepProps> }> = {
  currency: {
    title: m.common_currency,
    Form: step(() => import('./steps/CurrencyStep.tsx').then((file) => file.CurrencyStep)),
  },
  business: {
    title: m.setup_business,
    Form: step(() => import('./steps/BusinessStep.tsx').then((file) => file.BusinessStep)),
  },
  payments: {
    title: m.common_ways_to_pay,
    Form: step(() => import('./steps/PaymentsStep.tsx').then((file) => file.PaymentsStep)),
  },
  prices: {
    title: m.setup_prices,
    Form: step(() => import('./steps/PricesStep.tsx').then((file) => file.PricesStep)),
  },
  mail: {
    title: m.setup_mail,
    Form: step(() => import('./steps/MailStep.tsx').then((file) => file.MailStep)),
  },
  person: {
    title: m.setup_person,
    Form: step(() => import('./steps/PersonStep.tsx').then((file) => file.PersonStep)),
  },
  legal: {
    title: m.settings_legal,
    Form: step(() => import('./steps/LegalStep.tsx').then((file) => file.LegalStep)),
  },
}

/** What can wait: what it is called, and where it is set. */
const later: Record<LaterStep, { title: () => string; to: string }> = {
  logo: { title: m.setup_logo, to: '/admin/settings#business' },
  whatsapp: { title: m.common_whatsapp, to: '/admin/settings#contact' },
  tax: { title: m.setup_tax, to: '/admin/settings#invoices' },
  factor: { title: m.start_factor_done, to: '/admin/profile#second-factor' },
  backup: { title: m.setup_backup, to: '/admin/operations' },
  https: { title: m.setup_https, to: '/admin/operations' },
}

/**
 * The set-up of a new shop: one column, one step open at a time. The first step that is not done is open, and the next
 * one opens when it is saved.
 */
export function SetUp({ state }: { state: Onboarding }) {
  const { data: shown } = useQuery(settingsApi.show.queryOptions())
  const [chosen, setChosen] = useState<RequiredStep | null>()
  const [notes, setNotes] = useState<Partial<Record<RequiredStep, string>>>({})
  const client = useQueryClient()
  const next = state.required.find(({ is_done }) => !is_done)?.step
  const open = chosen === undefined ? next : chosen
  const done = state.required.filter(({ is_done }) => is_done).length
  return (
    <Card aria-labelledby="set-up" className="max-w-[820px]">
      <h2 id="set-up" className="text-xl font-bold">
        {next ? m.setup_title() : m.setup_ready()}
      </h2>
      <p className="mt-1 text-muted">{next ? m.setup_about() : m.setup_ready_about()}</p>
      <IfMay needs="settings.write">
        <OpenSwitch isOpen={state.is_open} />
      </IfMay>
      <Progress done={done} all={state.required.length} />
      <ol className="mt-4 divide-y divide-line border-y border-line">
        {state.required.map(({ step: id, is_done: isDone }) => (
          <li key={id}>
            <StepHead
              id={id}
              isDone={isDone}
              isOpen={id === open}
              note={notes[id]}
              onPress={() => setChosen(id === open ? null : id)}
            />
            {id === open && shown ? (
              <StepForm
                id={id}
                shown={shown}
                onSaved={(note) => {
                  setNotes((before) => ({ ...before, [id]: note }))
                  // The next step opens once this one is known to be done.
                  void client.invalidateQueries({ queryKey: onboardingKey }).then(() => setChosen(undefined))
                }}
              />
            ) : null}
          </li>
        ))}
      </ol>
      <TestSale sale={state.test_sale} isReady={!next} />
      <Later state={state} />
      <IfMay needs="settings.write">
        {shown ? <FinishButton version={shown.versions['shop.isSetUp'] ?? 0} isReady={!next} /> : null}
      </IfMay>
    </Card>
  )
}

/** Closes the shop to orders until the owner opens it. It applies at once. */
function OpenSwitch({ isOpen }: { isOpen: boolean }) {
  const client = useQueryClient()
  // What was pressed, until the server says what holds.
  const [pressed, setPressed] = useState<boolean>()
  const [seen, setSeen] = useState(isOpen)
  if (seen !== isOpen) {
    setSeen(isOpen)
    setPressed(undefined)
  }
  const change = useAct({
    send: (isClosed: boolean) => settingsApi.change.call({ values: { 'shop.isOpen': !isClosed } }),
    onDone: (saved) => client.setQueryData(settingsApi.show.queryKey(), saved),
    failure(error) {
      setPressed(undefined)
      return errorSentence(m.settings_not_saved)(error)
    },
    stale: [onboardingKey],
  })
  return (
    <div className="mt-4 flex items-start gap-3 rounded-control border border-edge px-4 py-3 has-checked:border-primary has-checked:bg-well">
      <input
        id="not-open"
        type="checkbox"
        className="mt-1 size-4 shrink-0 accent-primary"
        aria-describedby="not-open-about"
        checked={pressed ?? !isOpen}
        onChange={({ target }) => {
          setPressed(target.checked)
          change.mutate(target.checked)
        }}
      />
      <div>
        <label htmlFor="not-open" className="touch cursor-pointer font-semibold">
          {m.common_not_open()}
        </label>
        <p id="not-open-about" className="text-sm text-muted">
          {m.settings_open_off_about()}
        </p>
      </div>
    </div>
  )
}

function Progress({ done, all }: { done: number; all: number }) {
  const text = m.start_done({ done: String(done), all: String(all) })
  return (
    <div className="mt-4 flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={m.setup_title()}
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={done}
        aria-valuetext={text}
        className="h-1.5 flex-1 overflow-hidden rounded-full bg-well"
      >
        <div className="h-full bg-primary" style={{ width: `${(100 * done) / all}%` }} />
      </div>
      <span className="text-sm text-muted">{text}</span>
    </div>
  )
}

interface StepHeadProps {
  id: RequiredStep
  isDone: boolean
  isOpen: boolean
  note: string | undefined
  onPress: () => void
}

function StepHead({ id, isDone, isOpen, note, onPress }: StepHeadProps) {
  const Icon = isDone ? CircleCheck : isOpen ? CircleDot : Circle
  return (
    <>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onPress}
          className="flex w-full touch items-center gap-3 rounded-control py-3 text-left font-semibold hover:text-primary"
        >
          <Icon
            aria-hidden
            className={isDone ? 'size-5 shrink-0 text-available' : 'size-5 shrink-0 text-muted'}
          />
          <span className="min-w-0 flex-1">{steps[id].title()}</span>
          <span className="text-sm font-normal text-muted">
            {isDone ? m.setup_done() : m.setup_required()}
          </span>
        </button>
      </h3>
      {note ? (
        <p role="status" className="pb-3 pl-8 text-sm text-muted">
          {note}
        </p>
      ) : null}
    </>
  )
}

function StepForm({ id, ...props }: StepProps & { id: RequiredStep }) {
  const { Form } = steps[id]
  return (
    <div className="@container pb-6 pl-8 max-sm:pl-0">
      <Suspense fallback={<Skeleton className="h-40 w-full" />}>
        <Form {...props} />
      </Suspense>
    </div>
  )
}

/** What can wait, each with a link to where it is set. */
function Later({ state }: { state: Onboarding }) {
  return (
    <>
      <h3 className="mt-6 font-bold">{m.setup_later()}</h3>
      <ul className="mt-2 grid gap-x-8 gap-y-1 sm:grid-cols-2">
        {state.later.map(({ step: id, is_done: isDone }) => {
          const Icon = isDone ? CircleCheck : Circle
          return (
            <li key={id} className="flex items-center gap-2">
              <Icon
                aria-hidden
                className={isDone ? 'size-4 shrink-0 text-available' : 'size-4 shrink-0 text-muted'}
              />
              {isDone ? (
                <span className="text-muted">
                  {later[id].title()} <span className="sr-only">{m.setup_done()}</span>
                </span>
              ) : (
                <Link to={later[id].to} className="touch text-primary underline underline-offset-4">
                  {later[id].title()}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Closes the set-up: as the main act once the shop is ready, and otherwise for owners who know their way. */
function FinishButton({ version, isReady }: { version: number; isReady: boolean }) {
  const client = useQueryClient()
  const finish = useAct({
    send: () =>
      settingsApi.change.call({ values: { 'shop.isSetUp': true }, versions: { 'shop.isSetUp': version } }),
    onDone: (saved) => client.setQueryData(settingsApi.show.queryKey(), saved),
    failure: errorSentence(m.start_dismiss_failed),
    stale: [onboardingKey],
  })
  return (
    <Button
      variant={isReady ? 'primary' : 'quiet'}
      size={isReady ? 'medium' : 'small'}
      className="mt-6"
      busy={finish.isPending}
      onClick={() => finish.mutate()}
    >
      {isReady ? m.setup_finish() : m.setup_close()}
    </Button>
  )
}
