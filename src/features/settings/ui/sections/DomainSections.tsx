import { m } from '../../../../paraglide/messages.js'
import { TextField } from '../../../../kit/form/Field.tsx'
import { RowList, ChoiceList } from '../form-fields.tsx'
import { type SectionForm, type SectionProps, useSectionForm } from '../use-section.tsx'
import type { Settings } from '../../settings.ts'
import { SettingsSection } from '../SettingsSection.tsx'

interface Row {
  suffix: string
  rdap: string
  whois: string
  /** Registered names, separated by spaces. */
  known: string
}

const endingOf = (typed: string) => typed.trim().toLowerCase().replace(/^\./, '')

const registryForm: SectionForm<{ rows: Row[] }> = {
  toDraft: (values) => ({
    rows: Object.entries(values['availability.endpoints']).map(
      ([suffix, { rdap = '', whois = '', known = [] }]) => ({ suffix, rdap, whois, known: known.join(' ') }),
    ),
  }),
  toValues: ({ rows }) => ({
    'availability.endpoints': Object.fromEntries(
      rows
        .filter(({ suffix, rdap, whois, known }) => suffix || rdap || whois || known)
        .map(({ suffix, rdap, whois, known }) => [
          endingOf(suffix),
          {
            ...(rdap.trim() && { rdap: rdap.trim() }),
            ...(whois.trim() && { whois: whois.trim() }),
            ...(known.trim() && { known: known.trim().split(/[\s,]+/) }),
          },
        ]),
    ),
  }),
  summary: ({ rows }) => ({
    [m.settings_registries()]:
      rows
        .map(({ suffix, rdap, whois, known }) => [`.${suffix}`, rdap, whois, known].filter(Boolean).join(' '))
        .join('\n') || '—',
  }),
}

/** RDAP and WHOIS servers, for a shop whose registrar provides its own. */
export function RegistriesSection({ id, shown }: SectionProps) {
  const section = useSectionForm(id, registryForm, shown)
  const { draft, set, errorAt } = section
  return (
    <SettingsSection
      id={id}
      title={m.settings_registries()}
      about={m.settings_registries_about()}
      section={section}
    >
      <RowList
        label={m.settings_registries()}
        rows={draft.rows}
        onChange={(rows) => set({ rows })}
        blank={{ suffix: '', rdap: '', whois: '', known: '' }}
        add={m.settings_add_registry()}
        nameOf={({ suffix }) => suffix && `.${suffix.replace(/^\./, '')}`}
        summaryOf={({ rdap, whois }) => [rdap, whois].filter(Boolean).join(' · ')}
        isRefused={({ suffix }) => errorAt('availability.endpoints', endingOf(suffix)) !== undefined}
        most={50}
      >
        {(row, change) => (
          <div className="grid flex-1 gap-3 @lg:grid-cols-2 @3xl:grid-cols-[8rem_1fr_1fr_1fr]">
            <TextField
              label={m.settings_ending()}
              value={row.suffix}
              onChange={(event) => change({ suffix: event.target.value })}
              error={errorAt('availability.endpoints', endingOf(row.suffix))}
              autoCapitalize="none"
              spellCheck={false}
            />
            <TextField
              label="RDAP"
              placeholder="https://rdap.example/"
              value={row.rdap}
              onChange={(event) => change({ rdap: event.target.value })}
              autoCapitalize="none"
              spellCheck={false}
            />
            <TextField
              label="WHOIS"
              placeholder="whois.example"
              value={row.whois}
              onChange={(event) => change({ whois: event.target.value })}
              autoCapitalize="none"
              spellCheck={false}
            />
            <TextField
              label={m.settings_registry_known()}
              placeholder="nic.example"
              value={row.known}
              onChange={(event) => change({ known: event.target.value })}
              autoCapitalize="none"
              spellCheck={false}
            />
          </div>
        )}
      </RowList>
    </SettingsSection>
  )
}

type Mode = 'instant' | 'paid'

const modeLabels: Record<Mode, () => string> = {
  instant: m.settings_renewals_instant,
  paid: m.settings_renewals_paid,
}

const renewalForm: SectionForm<{ mode: Mode }> = {
  toDraft: ({ renewals }) => ({ mode: renewals }),
  toValues: ({ mode }) => ({ renewals: mode }),
  summary: ({ mode }) => ({ [m.settings_renewals()]: modeLabels[mode]() }),
}

/** Whether an expired record is renewed immediately or after a payment. */
export function RenewalsSection({ id, shown }: SectionProps) {
  const section = useSectionForm(id, renewalForm, shown)
  return (
    <SettingsSection
      id={id}
      title={m.settings_renewals()}
      about={m.settings_renewals_about()}
      section={section}
    >
      <ChoiceList<Mode>
        label={m.settings_renewals()}
        value={section.draft.mode}
        onChange={(mode) => section.set({ mode })}
        options={[
          { value: 'instant', label: modeLabels.instant(), about: m.settings_renewals_instant_about() },
          { value: 'paid', label: modeLabels.paid(), about: m.settings_renewals_paid_about() },
        ]}
      />
    </SettingsSection>
  )
}

type Answer = Settings['requests.answer']

const answerLabels: Record<Answer, () => string> = {
  admin: m.settings_answer_admin,
  'at-once': m.settings_answer_at_once,
}

const answerForm: SectionForm<{ answer: Answer; minutes: string }> = {
  toDraft: (values) => ({
    answer: values['requests.answer'],
    minutes: String(values['requests.promiseMinutes']),
  }),
  toValues: ({ answer, minutes }) => ({
    'requests.answer': answer,
    'requests.promiseMinutes': minutes.trim() ? Number(minutes) : NaN,
  }),
  summary: ({ answer, minutes }) => ({
    [m.settings_requests()]: answerLabels[answer](),
    [m.settings_promise()]: minutes,
  }),
}

/** Who answers a request for a domain. */
export function RequestsSection({ id, shown }: SectionProps) {
  const section = useSectionForm(id, answerForm, shown)
  return (
    <SettingsSection
      id={id}
      title={m.settings_requests()}
      about={m.settings_requests_about()}
      section={section}
      preview="requests"
    >
      <ChoiceList<Answer>
        label={m.settings_answer()}
        value={section.draft.answer}
        onChange={(answer) => section.set({ answer })}
        options={[
          { value: 'admin', label: answerLabels.admin(), about: m.settings_answer_admin_about() },
          { value: 'at-once', label: answerLabels['at-once'](), about: m.settings_answer_at_once_about() },
        ]}
      />
      <TextField
        label={m.settings_promise()}
        description={m.settings_promise_about()}
        className="max-w-md"
        inputMode="numeric"
        value={section.draft.minutes}
        onChange={(event) => section.set({ minutes: event.target.value })}
        error={section.errorAt('requests.promiseMinutes')}
      />
    </SettingsSection>
  )
}
