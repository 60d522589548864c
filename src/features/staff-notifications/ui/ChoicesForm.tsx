import { useQueryClient } from '@tanstack/react-query'
import { Volume2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../../paraglide/messages.js'
import { errorSentence } from '../../../client/error-messages.ts'
import { useStateForm } from '../../../client/form/use-state-form.ts'
import { getLocale } from '../../../paraglide/runtime.js'
import { Button } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { Select, TextField } from '../../../kit/form/Field.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { kindTexts } from '../../inbox/ui/kind-texts.ts'
import type { Choices } from '../staff-notifications.contract.ts'
import { notificationsApi, type NotificationState } from './staff-notifications.api.ts'
import { playTone } from './arrival-sound.ts'
import { PushSetting } from './PushSetting.tsx'

/** The choices, saved with one button. Web Push belongs to the browser and is switched at once. */
export function ChoicesForm({ state }: { state: NotificationState }) {
  const client = useQueryClient()
  const {
    values: choices,
    set: change,
    isChecked,
    submit,
    busy,
    failure,
  } = useStateForm({
    start: state.choices,
    problemsOf: ({ days }) => ({ days: days.length ? undefined : '' }),
    send: (chosen) => notificationsApi.save.call(chosen),
    done: m.staff_call_saved(),
    onDone: (saved) => client.setQueryData(notificationsApi.read.queryKey(), saved),
    failure: errorSentence(m.staff_call_save_failed),
  })
  const parts = { state, choices, change }
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <Section title={m.staff_call_here()}>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <Check
            label={m.staff_call_sound()}
            checked={choices.sound}
            onChange={(sound) => change({ sound })}
          />
          <Button variant="secondary" size="small" onClick={playTone}>
            <Volume2 aria-hidden className="size-4" />
            {m.staff_call_try()}
          </Button>
        </div>
      </Section>
      <Section title={m.staff_call_away()}>
        <PushSetting push={state.push} />
        <div className="mt-5 grid gap-5 border-t border-line pt-5 sm:grid-cols-2">
          <MailChoice {...parts} />
          <TextChoice {...parts} />
        </div>
      </Section>
      <KindChoice {...parts} />
      <HoursChoice {...parts} isChecked={isChecked} />
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <Button type="submit" className="self-start" busy={busy}>
        {m.common_save()}
      </Button>
    </form>
  )
}

interface PartProps {
  state: NotificationState
  choices: Choices
  change: (values: Partial<Choices>) => void
}

function Section({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <Card aria-label={title}>
      <h2 className="text-lg font-bold">{title}</h2>
      {about ? <p className="mt-1 text-muted">{about}</p> : null}
      <div className="mt-4">{children}</div>
    </Card>
  )
}

interface CheckProps {
  label: ReactNode
  checked: boolean
  onChange: (isChecked: boolean) => void
}

const Check = ({ label, checked, onChange }: CheckProps) => (
  <label className="flex touch items-start gap-2.5 py-1">
    <input
      type="checkbox"
      className="mt-1 size-4 shrink-0 accent-primary"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span className="min-w-0">{label}</span>
  </label>
)

const mailTexts: Record<number, () => string> = {
  0: m.staff_call_mail_at_once,
  15: m.staff_call_mail_15,
  60: m.staff_call_mail_60,
  1440: m.staff_call_mail_1440,
}

function MailChoice({ state, choices: { mail_minutes }, change }: PartProps) {
  const minutes = [...new Set([0, 15, 60, 1440, ...(mail_minutes === null ? [] : [mail_minutes])])]
  return (
    <Select
      label={m.common_email()}
      description={state.email ? m.staff_call_mail_to({ email: state.email }) : m.staff_call_mail_none()}
      disabled={!state.email}
      value={String(mail_minutes ?? '')}
      placeholder={m.common_never()}
      options={minutes
        .toSorted((a, b) => a - b)
        .map((every) => ({
          value: String(every),
          label: mailTexts[every]?.() ?? m.staff_call_mail_every({ minutes: every }),
        }))}
      onChange={({ target: { value } }) => change({ mail_minutes: value === '' ? null : Number(value) })}
    />
  )
}

function TextChoice({ state, choices: { text_by }, change }: PartProps) {
  return (
    <Select
      label={m.staff_call_text()}
      description={
        !state.can_text
          ? m.staff_call_text_no_gateway()
          : state.phone
            ? m.staff_call_text_to({ phone: state.phone })
            : m.staff_call_text_no_phone()
      }
      disabled={!state.can_text || !state.phone}
      value={text_by ?? ''}
      placeholder={m.common_never()}
      options={[
        { value: 'sms', label: m.staff_call_text_sms() },
        { value: 'whatsapp', label: m.common_whatsapp() },
      ]}
      onChange={({ target: { value } }) =>
        change({ text_by: value === 'sms' || value === 'whatsapp' ? value : null })
      }
    />
  )
}

function KindChoice({ state, choices: { kinds, late }, change }: PartProps) {
  return (
    <Section title={m.staff_call_kinds()} about={m.staff_call_kinds_about()}>
      <div className="grid sm:grid-cols-3">
        {state.allowed_kinds.map((kind) => (
          <Check
            key={kind}
            label={kindTexts[kind].all()}
            checked={kinds.includes(kind)}
            onChange={(isChosen) =>
              change({ kinds: isChosen ? [...kinds, kind] : kinds.filter((one) => one !== kind) })
            }
          />
        ))}
      </div>
      <div className="mt-3 border-t border-line pt-3">
        <Check label={m.staff_call_late_label()} checked={late} onChange={(is) => change({ late: is })} />
      </div>
    </Section>
  )
}

/** The name of a day of the week, 1 for Monday. */
const dayName = (day: number) =>
  new Intl.DateTimeFormat(getLocale(), { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2026, 10, 22 + day),
  )

const OFFICE = { from: '08:00', to: '17:00' }

function HoursChoice({
  state,
  choices: { days, hours },
  change,
  isChecked,
}: PartProps & { isChecked: boolean }) {
  return (
    <Section title={m.staff_call_hours()} about={m.staff_call_hours_about()}>
      <fieldset>
        <legend className="mb-1 text-sm font-semibold">{m.staff_call_days()}</legend>
        <div className="grid grid-cols-2 sm:grid-cols-4">
          {[1, 2, 3, 4, 5, 6, 7].map((day) => (
            <Check
              key={day}
              label={dayName(day)}
              checked={days.includes(day)}
              onChange={(isChosen) =>
                change({ days: isChosen ? [...days, day] : days.filter((one) => one !== day) })
              }
            />
          ))}
        </div>
        {isChecked && !days.length ? (
          <p role="alert" className="text-sm text-danger">
            {m.staff_call_days_needed()}
          </p>
        ) : null}
      </fieldset>
      <div className="mt-3 border-t border-line pt-3">
        <Check
          label={m.staff_call_whole_day()}
          checked={!hours}
          onChange={(isWhole) => change({ hours: isWhole ? null : OFFICE })}
        />
        {hours ? (
          <div className="mt-3 grid max-w-sm grid-cols-2 gap-4">
            <TextField
              label={m.common_from()}
              type="time"
              required
              value={hours.from}
              onChange={({ target: { value } }) => value && change({ hours: { ...hours, from: value } })}
            />
            <TextField
              label={m.staff_call_to()}
              type="time"
              required
              value={hours.to}
              onChange={({ target: { value } }) => value && change({ hours: { ...hours, to: value } })}
            />
          </div>
        ) : null}
        <p className="mt-2 text-sm text-muted">
          {/* A browser may show its fields with twelve hours. */}
          {hours ? `${hours.from} – ${hours.to}. ` : null}
          {m.staff_call_zone({ zone: state.time_zone.replaceAll('_', ' ') })}
        </p>
      </div>
    </Section>
  )
}
