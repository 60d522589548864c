import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { ReadOnlyUnless } from '../../../../client/session/staff.tsx'
import { classifyFailure } from '../../../../client/api.ts'
import { outageMessage } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { type Column, DataTable } from '../../../../kit/list/DataTable.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { offeredCurrencies, priceStepOf } from '../../../../shared/money/currencies.ts'
import { formatMoney, readPrice } from '../../../../shared/money/money.ts'
import { pick } from '../../../../shared/pick.ts'
import type { Locale } from '../../../../shared/pages.ts'
import { fields } from '../../fields.data.ts'
import { type ConvertedPrice, convertPrices, currencyKeys } from '../../prices.ts'
import type { Settings } from '../../settings.ts'
import { settingsApi } from '../settings.api.ts'
import { priceOf } from '../drafts.ts'
import { WithPreview } from '../CustomerPreview.tsx'
import { reasonMessage, type SectionProps } from '../use-section.tsx'

/** The shop's currency. The form that changes it is opened by a button, because it is needed once. */
export function CurrencySection({ id, shown }: SectionProps) {
  const { locale } = usePageData()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState(blank)
  const { 'shop.currency': currency } = shown.values
  const converted = isOpen ? conversionOf(shown.values, typed) : undefined
  const values = { ...shown.values, ...converted?.values }
  return (
    <WithPreview preview={{ id, part: 'prices', values }}>
      <Card id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
        <h2 id={`${id}-title`} className="text-lg font-bold">
          {m.common_currency()}
        </h2>
        <p className="mt-1 max-w-text text-muted">{m.settings_currency_about()}</p>
        <p className="my-5 font-semibold">{currencyName(currency, locale)}</p>
        {isOpen ? (
          <CurrencyForm
            shown={shown}
            typed={typed}
            setTyped={setTyped}
            onClose={() => {
              setOpen(false)
              setTyped(blank)
            }}
          />
        ) : (
          <ReadOnlyUnless needs="settings.write">
            <Button variant="secondary" onClick={() => setOpen(true)}>
              {m.settings_currency_change()}
            </Button>
          </ReadOnlyUnless>
        )}
      </Card>
    </WithPreview>
  )
}

export const blank = { currency: '', rate: '', step: '' }
export type Typed = typeof blank

/** What a change of the currency does to the prices, once there is a currency with a rate and a step. */
export function conversionOf(values: Settings, typed: Typed) {
  const change = changeOf(typed)
  return canConvert(change) ? convertPrices(values, change) : undefined
}

const changeOf = ({ currency, rate, step }: Typed) => ({ currency, rate: priceOf(rate), step: priceOf(step) })

export const currencyName = (code: string, locale: Locale) =>
  [code, new Intl.DisplayNames([locale, 'en'], { type: 'currency', fallback: 'none' }).of(code)]
    .filter(Boolean)
    .join(' · ')

interface CurrencyFormProps {
  shown: SectionProps['shown']
  typed: Typed
  setTyped: (typed: Typed) => void
  onClose: () => void
  /** Offers the present currency too, and keeps it. */
  onKeep?: (() => void) | undefined
}

/** The new currency, its rate and a step, and what every price becomes. */
export function CurrencyForm({ shown, typed, setTyped, onClose, onKeep }: CurrencyFormProps) {
  const { locale } = usePageData()
  const client = useQueryClient()
  const { values, versions } = shown
  const { 'shop.currency': present } = values
  const change = changeOf(typed)
  const converted = conversionOf(values, typed)
  const isKept = onKeep !== undefined && typed.currency === present
  const saving = useMutation({
    // The versions of the values in the table, so that only what was shown is saved.
    mutationFn: () => settingsApi.changeCurrency.call({ ...change, versions: pick(versions, currencyKeys) }),
    onSuccess: (saved) => {
      client.setQueryData(settingsApi.show.queryKey(), saved)
      toast.success(m.settings_saved())
      onClose()
    },
    onError: (error) => {
      const failure = classifyFailure(error)
      if (failure.kind === 'refused' && failure.code === 'CONFLICT')
        client.setQueryData(settingsApi.show.queryKey(), failure.data as SectionProps['shown'])
    },
  })
  const set = (part: Partial<Typed>) => {
    saving.reset()
    setTyped({ ...typed, ...part })
  }
  const errorAt = (field: string) => refusedField(saving.error, field)
  return (
    <form
      noValidate
      aria-label={m.settings_currency_change()}
      className="@container flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (isKept) onKeep()
        else if (!saving.isPending) saving.mutate()
      }}
    >
      <div className="grid items-end gap-4 @lg:grid-cols-3">
        <Select
          label={m.settings_currency_new()}
          placeholder={m.settings_currency_choose()}
          value={typed.currency}
          onChange={({ target }) => set({ currency: target.value, step: priceStepOf(target.value) })}
          options={offeredCurrencies()
            .filter((code) => onKeep !== undefined || code !== present)
            .map((code) => ({ value: code, label: currencyName(code, locale) }))}
          error={errorAt('currency')}
        />
        {isKept ? null : (
          <>
            <TextField
              label={m.settings_currency_rate({ present, currency: typed.currency || '…' })}
              inputMode="decimal"
              autoComplete="off"
              value={typed.rate}
              onChange={(event) => set({ rate: event.target.value })}
              error={errorAt('rate')}
            />
            <TextField
              label={m.settings_currency_step()}
              inputMode="decimal"
              autoComplete="off"
              value={typed.step}
              onChange={(event) => set({ step: event.target.value })}
              error={errorAt('step')}
            />
          </>
        )}
      </div>
      {converted ? (
        <DataTable
          label={m.settings_currency_prices()}
          columns={columns(values)}
          rows={converted.prices}
          keyOf={({ key, path }) => [key, ...path].join('.')}
          empty={null}
        />
      ) : null}
      {isKept ? null : <p className="max-w-text text-sm text-muted">{m.settings_currency_keeps()}</p>}
      <Problem error={saving.error} />
      <div className="flex flex-wrap gap-3 border-t border-line pt-4">
        <Button type="submit" disabled={!converted && !isKept} busy={saving.isPending}>
          {onKeep ? m.common_save() : m.settings_currency_save()}
        </Button>
        {onKeep ? null : (
          <Button variant="quiet" onClick={onClose}>
            {m.settings_discard()}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Whether there is a currency with a rate and a step. */
const canConvert = (change: { currency: string; rate: number; step: number }) =>
  Boolean(change.currency && change.rate > 0 && readPrice(change.step, change.currency)?.amount)

const columns = (values: Settings): Column<ConvertedPrice>[] => [
  { id: 'price', header: m.settings_prices(), heading: true, cell: (row) => labelOf(row, values) },
  {
    id: 'before',
    header: m.settings_currency_before(),
    align: 'right',
    cell: ({ before }) => formatMoney(before),
  },
  {
    id: 'after',
    header: m.settings_currency_after(),
    align: 'right',
    cell: ({ after }) => formatMoney(after),
  },
]

/** What a price is for, such as `.com · First year`. */
function labelOf({ key, path: [at, part] }: ConvertedPrice, values: Settings): string {
  const { label, inputs } = fields[key]
  const input = inputs?.[String(part ?? at)]
  if (key !== 'catalogue.domains' && key !== 'catalogue.plans') return (input?.label ?? label)()
  const row = values[key][Number(at)]!
  return `${'ending' in row ? `.${row.ending}` : row.name} · ${input?.label()}`
}

interface Invalid {
  key: string
  path: string[]
  reason: string
}

/** The sentence for a field that the server refused. */
function refusedField(error: unknown, field: string): string | undefined {
  const failure = error ? classifyFailure(error) : undefined
  if (failure?.kind !== 'refused' || failure.code !== 'SETTING_INVALID') return undefined
  const { key, path, reason } = failure.data as Invalid
  // A price that becomes too large is a matter of the rate.
  const at = key === 'shop.currency' ? path[0] : 'rate'
  return at === field ? reasonMessage(key === 'shop.currency' ? reason : 'rate') : undefined
}

function Problem({ error }: { error: unknown }) {
  if (!error) return null
  const failure = classifyFailure(error)
  const code = failure.kind === 'refused' ? failure.code : undefined
  return (
    <Notice tone="error">
      <b>{m.settings_not_saved()}</b>{' '}
      {code === 'CONFLICT'
        ? m.settings_currency_conflict()
        : code === 'SETTING_INVALID'
          ? m.settings_look_at_field()
          : (outageMessage(error) ?? '')}
    </Notice>
  )
}
