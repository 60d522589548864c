import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { errorSentence } from '../../../../client/error-messages.ts'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { useMay } from '../../../../client/session/staff.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { costRate } from '../../costs/costs.ts'
import { priceOf } from '../drafts.ts'
import { settingsApi } from '../settings.api.ts'
import type { ShownSettings } from '../use-section.tsx'

/** The rates by which costs in other currencies are compared with prices. Where the shop has none, it is asked for. */
export const CostRates = ({ currencies, shown }: { currencies: readonly string[]; shown: ShownSettings }) => (
  <>
    {currencies.map((currency) => (
      <RateOf key={currency} currency={currency} shown={shown} />
    ))}
  </>
)

function RateOf({ currency, shown }: { currency: string; shown: ShownSettings }) {
  const client = useQueryClient()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const { 'shop.currency': to, 'costs.rates': rates } = shown.values
  const rate = costRate(shown.values, currency)
  const label = m.settings_currency_rate({ present: currency, currency: to })
  const form = useStateForm({
    start: { rate: rate === null ? '' : String(rate) },
    problemsOf: (typed) => ({ rate: !(priceOf(typed.rate) > 0) && m.settings_reason_rate() }),
    send: (typed) =>
      settingsApi.change.call({
        values: {
          'costs.rates': [
            ...rates.filter((one) => one.currency !== currency || one.shop_currency !== to),
            { currency, shop_currency: to, rate: priceOf(typed.rate) },
          ],
        },
        versions: { 'costs.rates': shown.versions['costs.rates'] ?? 0 },
      }),
    onDone(saved) {
      client.setQueryData(settingsApi.show.queryKey(), saved)
      setOpen(false)
    },
    failure: errorSentence(m.settings_not_saved, {
      CONFLICT: m.settings_currency_conflict,
      SETTING_INVALID: m.settings_reason_rate,
    }),
    stale: [settingsApi.show.key()],
  })
  if (!may('settings.write') || (rate !== null && !isOpen))
    return (
      <p className="flex flex-wrap items-center gap-x-3">
        <span>
          {label}: <b className="font-semibold tabular-nums">{rate ?? '—'}</b>
        </span>
        {may('settings.write') ? (
          <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
            {m.costs_change_rate()}
            <span className="sr-only">: {label}</span>
          </Button>
        ) : null}
      </p>
    )
  return (
    <form noValidate aria-label={label} onSubmit={form.submit} className="max-w-md">
      <div className="flex items-end gap-3">
        <TextField
          label={label}
          inputMode="decimal"
          autoComplete="off"
          className="flex-1"
          {...form.field('rate')}
          error={form.errorOf('rate') ?? form.failure}
        />
        <Button type="submit" variant="secondary" busy={form.busy}>
          {m.common_save()}
        </Button>
      </div>
      {rate === null ? <p className="mt-1.5 text-sm text-muted">{m.costs_rate_needed()}</p> : null}
    </form>
  )
}
