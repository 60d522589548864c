import type { ComponentProps } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { keysOf } from '../../../../shared/pick.ts'
import { TextArea, TextField } from '../../../../kit/form/Field.tsx'
import type { PaymentAccount, Settings } from '../../settings.ts'
import { labelsOf, priceOf } from '../drafts.ts'
import { FieldsSection, type OwnField, type OwnFieldProps } from '../FieldsSection.tsx'
import { RowList } from '../form-fields.tsx'
import type { ShownSettings } from '../use-section.tsx'

/**
 * A payment method and an account to pay to, as typed. The account may be missing. The currency is ISO 4217, with units of
 * it for one unit of the shop's; both are empty for the shop's currency.
 */
const blank = { method: '', account: '', holder: '', note: '', currency: '', rate: '' }
type Row = typeof blank

/** Each method with each of its accounts. */
const methodRows = (methods: readonly string[], accounts: readonly PaymentAccount[]): Row[] =>
  methods.flatMap((method) => {
    const own = accounts.filter((account) => account.method === method)
    return own.length > 0
      ? own.map(({ account, holder, note, currency, rate }) => ({
          method,
          account,
          holder: holder ?? '',
          note: note ?? '',
          currency: currency ?? '',
          rate: rate ? String(rate) : '',
        }))
      : [{ ...blank, method }]
  })

const hasAccount = ({ account, holder, note, currency, rate }: Row) =>
  [account, holder, note, currency, rate].some((typed) => typed.trim())
const isFilled = (row: Row) => Boolean(row.method.trim()) || hasAccount(row)

/** The settings of the rows. Two rows of one method are one method with two accounts. */
const methodValues = (rows: readonly Row[]): Pick<Settings, 'payments.methods' | 'payments.accounts'> => ({
  'payments.methods': methodsOf(rows),
  'payments.accounts': rows.filter(hasAccount).map((row) => ({
    method: row.method.trim(),
    account: row.account.trim(),
    holder: row.holder.trim() || null,
    note: row.note.trim() || null,
    ...((row.currency.trim() || row.rate.trim()) && {
      currency: row.currency.trim().toUpperCase() || null,
      rate: rateOf(row.rate),
    }),
  })),
})

const methodsOf = (rows: readonly Row[]) => [
  ...new Set(rows.filter(isFilled).map(({ method }) => method.trim())),
]

/** The index of a row in each of the two settings, to match the path of an error. -1 if it has none. */
function rowPosition(rows: readonly Row[], at: number): { method: number; account: number } {
  const row = rows[at]!
  return {
    method: isFilled(row) ? methodsOf(rows).indexOf(row.method.trim()) : -1,
    account: hasAccount(row) ? rows.slice(0, at).filter(hasAccount).length : -1,
  }
}

const rateOf = (typed: string) => (typed.trim() ? priceOf(typed) : null)

const accounts: OwnField<Row[]> = {
  toDraft: (values) => methodRows(values['payments.methods'], values['payments.accounts']),
  toValues: methodValues,
  textOf: (rows) =>
    rows
      .map((row) =>
        [row.method, row.account, row.holder, row.note, row.currency, row.rate].filter(Boolean).join(' · '),
      )
      .join('\n'),
  Field: AccountRows,
}

const attributes: Record<Exclude<keyof Row, 'note'>, Partial<ComponentProps<typeof TextField>>> = {
  method: { maxLength: 200 },
  account: { maxLength: 100, autoComplete: 'off' },
  holder: { optional: true, maxLength: 100, autoComplete: 'off' },
  currency: {
    optional: true,
    maxLength: 3,
    autoCapitalize: 'characters',
    autoComplete: 'off',
    spellCheck: false,
  },
  rate: { optional: true, inputMode: 'decimal', autoComplete: 'off' },
}

function AccountRows({ value: rows, onChange, errorAt, shown }: OwnFieldProps<Row[]>) {
  const labels = labelsOf('payments.accounts')
  const { 'shop.currency': currency } = shown.values
  return (
    <>
      <RowList
        label={m.common_ways_to_pay()}
        rows={rows}
        onChange={onChange}
        blank={blank}
        add={m.settings_add_method()}
        nameOf={({ method }) => method}
        summaryOf={(row) =>
          [row.account, row.holder, row.currency].filter(Boolean).join(' · ') || m.settings_no_account()
        }
        isRefused={(_, at) => {
          const { method, account } = rowPosition(rows, at)
          return [errorAt([method], 'payments.methods'), errorAt([account])].some(Boolean)
        }}
        most={20}
      >
        {(row, change, at) => {
          const position = rowPosition(rows, at)
          const errorOf = (name: keyof Row) =>
            (name === 'method' ? errorAt([position.method], 'payments.methods') : undefined) ??
            errorAt([position.account, name])
          const helps: Partial<Row> = {
            currency: m.settings_method_currency_about({ currency }),
            rate: m.settings_method_rate_about({ currency, other: row.currency.toUpperCase() || '…' }),
          }
          return (
            <div className="grid flex-1 gap-3 @lg:grid-cols-2">
              {keysOf(attributes).map((name) => (
                <TextField
                  key={name}
                  label={labels[name]()}
                  description={helps[name]}
                  value={row[name]}
                  onChange={(event) => change({ [name]: event.target.value })}
                  error={errorOf(name)}
                  placeholder={name === 'currency' ? currency : undefined}
                  {...attributes[name]}
                />
              ))}
              <TextArea
                label={labels.note()}
                description={m.kit_both_languages()}
                optional
                rows={2}
                value={row.note}
                onChange={(event) => change({ note: event.target.value })}
                error={errorOf('note')}
                maxLength={500}
              />
            </div>
          )
        }}
      </RowList>
      {errorAt([], 'payments.methods') && rows.length === 0 ? (
        <p role="alert" className="text-sm text-danger">
          {errorAt([], 'payments.methods')}
        </p>
      ) : null}
    </>
  )
}

/** The payment methods and their accounts. */
export const PaymentsSection = ({ shown }: { shown: ShownSettings }) => (
  <FieldsSection id="payments" shown={shown} own={{ 'payments.accounts': accounts }} looks={{}} />
)
