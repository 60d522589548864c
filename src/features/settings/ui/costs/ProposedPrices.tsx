import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { classifyFailure } from '../../../../client/api.ts'
import { outageMessage } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { useNow } from '../../../../kit/dates.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { type Column, DataTable } from '../../../../kit/list/DataTable.tsx'
import { EditConflict, Notice } from '../../../../kit/Notice.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import {
  decimalOf,
  formatDecimal,
  formatMoney,
  type Money,
  readPrice,
} from '../../../../shared/money/money.ts'
import { type CostRow, proposedPrice, stepOf, withPrices } from '../../costs/costs.ts'
import type { Settings } from '../../settings.ts'
import { priceOf } from '../drafts.ts'
import { settingsApi } from '../settings.api.ts'
import type { ShownSettings } from '../use-section.tsx'
import { costKey, costLabel } from './cost-labels.ts'

interface Proposal extends CostRow {
  after: Money
}

interface ProposedPricesProps {
  rows: readonly CostRow[]
  shown: ShownSettings
  onClose: () => void
}

/** What prices become with a margin and a step. Those that are ticked are saved, in one change of the settings. */
export function ProposedPrices({ rows, shown, onClose }: ProposedPricesProps) {
  const client = useQueryClient()
  const now = new Date(useNow())
  const { values } = shown
  const currency = values['shop.currency']
  const [typed, setTyped] = useState({
    percent: String(values['costs.markup'].percent),
    step: String(stepOf(values)),
  })
  const [ticks, setTicks] = useState<Record<string, boolean>>({})
  const markup = { percent: priceOf(typed.percent), step: priceOf(typed.step), currency }
  const errors = {
    percent: markup.percent >= 0 && markup.percent <= 1000 ? undefined : m.costs_percent_needed(),
    step: readPrice(markup.step, currency)?.amount ? undefined : m.settings_reason_step(),
  }
  const isValid = !errors.percent && !errors.step
  const proposals = isValid ? proposalsFor(rows, { ...values, 'costs.markup': markup }, now) : []
  // What is sold on request is so on purpose.
  const isTicked = (row: Proposal) => ticks[costKey(row)] ?? row.price !== null
  const chosen = proposals.filter(isTicked)
  const saving = useMutation({
    mutationFn: (seen: ShownSettings) =>
      settingsApi.change.call({
        values: { 'costs.markup': markup, 'catalogue.domains': domainsWith(chosen, seen.values) },
        versions: Object.fromEntries(saved.map((key) => [key, seen.versions[key] ?? 0])),
      }),
    onSuccess(after) {
      client.setQueryData(settingsApi.show.queryKey(), after)
      toast.success(m.settings_saved())
      onClose()
    },
  })
  const set = (part: Partial<typeof typed>) => {
    saving.reset()
    setTyped({ ...typed, ...part })
  }
  const failure = saving.error ? classifyFailure(saving.error) : undefined
  const refusal = failure?.kind === 'refused' ? failure : undefined
  const theirs = refusal?.code === 'CONFLICT' ? (refusal.data as ShownSettings) : undefined
  return (
    <form
      noValidate
      aria-label={m.costs_propose()}
      className="flex flex-col gap-4 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid && chosen.length && !saving.isPending) saving.mutate(shown)
      }}
    >
      <h3 className="font-bold">{m.costs_proposed()}</h3>
      <div className="grid items-start gap-4 sm:max-w-md sm:grid-cols-2">
        <TextField
          label={m.costs_percent()}
          inputMode="decimal"
          autoComplete="off"
          value={typed.percent}
          onChange={({ target }) => set({ percent: target.value })}
          error={errors.percent}
        />
        <TextField
          label={m.costs_step({ currency })}
          inputMode="decimal"
          autoComplete="off"
          value={typed.step}
          onChange={({ target }) => set({ step: target.value })}
          error={errors.step}
        />
      </div>
      {isValid ? (
        <DataTable
          label={m.costs_proposed()}
          columns={columnsWith(isTicked, (row, isOn) => setTicks({ ...ticks, [costKey(row)]: isOn }))}
          rows={proposals}
          keyOf={costKey}
          empty={<p className="text-muted">{m.costs_nothing_to_change()}</p>}
        />
      ) : null}
      {theirs ? (
        <EditConflict
          title={m.settings_conflict()}
          mine={Object.fromEntries(chosen.map((row) => [costLabel(row), formatMoney(row.after)]))}
          theirs={Object.fromEntries(chosen.map((row) => [costLabel(row), savedPrice(row, theirs.values)]))}
          onTake={() => {
            client.setQueryData(settingsApi.show.queryKey(), theirs)
            saving.reset()
          }}
          onSaveOver={theirs.values['shop.currency'] === currency ? () => saving.mutate(theirs) : undefined}
        />
      ) : saving.error ? (
        <Notice tone="error">
          <b>{m.settings_not_saved()}</b> {outageMessage(saving.error)}
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!isValid || !chosen.length} busy={saving.isPending}>
          {m.costs_save({ count: chosen.length })}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {m.settings_discard()}
        </Button>
      </div>
    </form>
  )
}

const saved = ['costs.markup', 'catalogue.domains'] as const

/** The prices that would change, of endings that the shop sells. */
const proposalsFor = (rows: readonly CostRow[], settings: Settings, now: Date): Proposal[] =>
  rows.flatMap((row) => {
    const after = row.isSold ? proposedPrice(row.cost, settings, now) : null
    return after && after.amount !== row.price?.amount ? [{ ...row, after }] : []
  })

const domainsWith = (chosen: readonly Proposal[], { 'catalogue.domains': endings }: Settings) =>
  withPrices(
    endings,
    chosen.map(({ ending, term, after }) => ({ ending, term, price: after })),
  )

function savedPrice({ ending, term }: CostRow, values: Settings): string {
  const price = values['catalogue.domains'].find((one) => one.ending === ending)?.[term] ?? null
  return price === null ? m.settings_on_request() : formatDecimal(price, values['shop.currency'])
}

const columnsWith = (
  isTicked: (row: Proposal) => boolean,
  onTick: (row: Proposal, isOn: boolean) => void,
): Column<Proposal>[] => [
  {
    id: 'name',
    header: m.settings_ending(),
    heading: true,
    cell: (row) => (
      <label className="flex touch cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-primary"
          checked={isTicked(row)}
          onChange={({ target }) => onTick(row, target.checked)}
        />
        {costLabel(row)}
      </label>
    ),
  },
  {
    id: 'cost',
    header: m.costs_cost(),
    align: 'right',
    cell: ({ inShop, cost }) => formatMoney(inShop ?? cost),
  },
  {
    id: 'before',
    header: m.settings_currency_before(),
    align: 'right',
    cell: ({ price }) => (price ? formatMoney(price) : m.settings_on_request()),
  },
  {
    id: 'after',
    header: m.costs_new_price(),
    align: 'right',
    cell: ({ after }) => <b className="font-semibold">{formatMoney(after)}</b>,
  },
  {
    id: 'change',
    header: m.costs_change(),
    align: 'right',
    cell: ({ price, after }) => (price ? signed({ ...after, amount: after.amount - price.amount }) : '—'),
  },
]

const signed = (money: Money) => `${decimalOf(money) > 0 ? '+' : ''}${formatMoney(money)}`
