import { m } from '../../../../paraglide/messages.js'
import { TextArea, TextField } from '../../../../kit/form/Field.tsx'
import { blankMethod, methodRows, methodValues, type MethodRow, rowPosition } from '../../form-values.ts'
import { ChoiceList, RowList } from '../form-fields.tsx'
import { type SectionForm, type SectionProps, useSectionForm } from '../use-section.tsx'
import type { Settings } from '../../settings.ts'
import { SettingsSection } from '../SettingsSection.tsx'

const form: SectionForm<{ rows: MethodRow[] }> = {
  toDraft: (values) => ({ rows: methodRows(values['payments.methods'], values['payments.accounts']) }),
  toValues: ({ rows }) => methodValues(rows),
  summary: ({ rows }) => ({
    [m.settings_payments()]: rows
      .map((row) =>
        [row.method, row.account, row.holder, row.note, row.currency, row.rate].filter(Boolean).join(' · '),
      )
      .join('\n'),
  }),
}

/** The payment methods and their accounts. */
export function PaymentsSection({ id, shown }: SectionProps) {
  const section = useSectionForm(id, form, shown)
  const { draft, set, errorAt } = section
  const { 'shop.currency': currency } = shown.values
  return (
    <SettingsSection
      id={id}
      title={m.settings_payments()}
      about={m.settings_payments_about()}
      section={section}
      preview="payments"
    >
      <RowList
        label={m.settings_payments()}
        rows={draft.rows}
        onChange={(rows) => set({ rows })}
        blank={blankMethod}
        add={m.settings_add_method()}
        nameOf={({ method }) => method}
        summaryOf={(row) =>
          [row.account, row.holder, row.currency].filter(Boolean).join(' · ') || m.settings_no_account()
        }
        isRefused={(_, at) => {
          const { method, account } = rowPosition(draft.rows, at)
          return [errorAt('payments.methods', method), errorAt('payments.accounts', account)].some(Boolean)
        }}
        most={20}
      >
        {(row, change, at) => {
          const position = rowPosition(draft.rows, at)
          return (
            <div className="grid flex-1 gap-3 @lg:grid-cols-2">
              <TextField
                label={m.settings_method()}
                value={row.method}
                onChange={(event) => change({ method: event.target.value })}
                error={
                  errorAt('payments.methods', position.method) ??
                  errorAt('payments.accounts', position.account, 'method')
                }
                maxLength={200}
              />
              <TextField
                label={m.settings_account()}
                value={row.account}
                onChange={(event) => change({ account: event.target.value })}
                error={errorAt('payments.accounts', position.account, 'account')}
                maxLength={100}
                autoComplete="off"
              />
              <TextField
                label={m.settings_holder()}
                optional
                value={row.holder}
                onChange={(event) => change({ holder: event.target.value })}
                error={errorAt('payments.accounts', position.account, 'holder')}
                maxLength={100}
                autoComplete="off"
              />
              <TextField
                label={m.settings_method_currency()}
                description={m.settings_method_currency_about({ currency })}
                optional
                value={row.currency}
                onChange={(event) => change({ currency: event.target.value })}
                error={errorAt('payments.accounts', position.account, 'currency')}
                placeholder={currency}
                maxLength={3}
                autoCapitalize="characters"
                autoComplete="off"
                spellCheck={false}
              />
              <TextField
                label={m.settings_method_rate()}
                description={m.settings_method_rate_about({
                  currency,
                  other: row.currency.toUpperCase() || '…',
                })}
                optional
                value={row.rate}
                onChange={(event) => change({ rate: event.target.value })}
                error={errorAt('payments.accounts', position.account, 'rate')}
                inputMode="decimal"
                autoComplete="off"
              />
              <TextArea
                label={m.settings_note()}
                description={m.kit_both_languages()}
                optional
                rows={2}
                value={row.note}
                onChange={(event) => change({ note: event.target.value })}
                error={errorAt('payments.accounts', position.account, 'note')}
                maxLength={500}
              />
            </div>
          )
        }}
      </RowList>
      {errorAt('payments.methods') && draft.rows.length === 0 ? (
        <p role="alert" className="text-sm text-danger">
          {errorAt('payments.methods')}
        </p>
      ) : null}
    </SettingsSection>
  )
}

type Activate = Settings['payments.activate']

const activateLabels: Record<Activate, () => string> = {
  'by-hand': m.settings_activate_by_hand,
  matched: m.settings_activate_matched,
}

const activateForm: SectionForm<{ activate: Activate }> = {
  toDraft: (values) => ({ activate: values['payments.activate'] }),
  toValues: ({ activate }) => ({ 'payments.activate': activate }),
  summary: ({ activate }) => ({ [m.settings_activate()]: activateLabels[activate]() }),
}

/** Who delivers what was paid: an admin, or the program where received money matches. */
export function ActivateSection({ id, shown }: SectionProps) {
  const section = useSectionForm(id, activateForm, shown)
  return (
    <SettingsSection
      id={id}
      title={m.settings_activate()}
      about={m.settings_activate_about()}
      section={section}
    >
      <ChoiceList<Activate>
        label={m.settings_activate_choice()}
        value={section.draft.activate}
        onChange={(activate) => section.set({ activate })}
        options={[
          {
            value: 'by-hand',
            label: activateLabels['by-hand'](),
            about: m.settings_activate_by_hand_about(),
          },
          { value: 'matched', label: activateLabels.matched(), about: m.settings_activate_matched_about() },
        ]}
      />
    </SettingsSection>
  )
}
