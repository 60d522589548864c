import type { ReactNode } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { Button } from '../../../../kit/Button.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { currencySign } from '../../../../shared/money/currencies.ts'
import { pricedSettings, proposedPrices } from '../../prices.ts'
import { type StepProps, refusedAt, stepFailure, useSaveStep } from './save-step.ts'

/** The prices of endings, with their renewals, of plans and of addresses. They are saved as they are, or changed. */
export function PricesStep({ shown, onSaved }: StepProps) {
  const save = useSaveStep(shown)
  const form = useStateForm({
    start: proposedPrices(shown.values),
    send: (typed) => save(pricedSettings(shown.values, typed), 'prices'),
    onDone: () => onSaved(),
    failure: stepFailure,
  })
  const { endings, plans, email } = form.values
  const refused = refusedAt(form.sending.error)
  const errorAt = (key: string, ...path: string[]) =>
    refused?.key === key && path.every((part, at) => refused.path[at] === part) ? refused.text : undefined
  const sign = currencySign(shown.values['shop.currency'])
  const changeEnding = (at: number, part: object) =>
    form.set({ endings: endings.map((one, index) => (index === at ? { ...one, ...part } : one)) })
  const changePlan = (at: number, part: object) =>
    form.set({ plans: plans.map((one, index) => (index === at ? { ...one, ...part } : one)) })
  return (
    <form noValidate aria-label={m.setup_prices()} className="flex flex-col gap-5" onSubmit={form.submit}>
      <p className="max-w-text text-muted">{m.setup_prices_about()}</p>
      <Prices
        title={m.settings_endings()}
        first={m.settings_first_year()}
        second={m.settings_renewal_price()}
      >
        {endings.map(({ ending, price, renewal }, at) => (
          <Row key={ending} name={`.${ending}`}>
            <Price
              label={`.${ending} · ${m.settings_first_year()} (${sign})`}
              value={price}
              onChange={(typed) => changeEnding(at, { price: typed })}
              error={errorAt('catalogue.domains', String(at), 'price')}
            />
            <Price
              label={`.${ending} · ${m.settings_renewal_price()} (${sign})`}
              value={renewal}
              onChange={(typed) => changeEnding(at, { renewal: typed })}
              error={errorAt('catalogue.domains', String(at), 'renewal')}
            />
          </Row>
        ))}
      </Prices>
      <Prices title={m.settings_plans()} first={m.settings_monthly()} second={m.settings_yearly()}>
        {plans.map(({ name, monthlyPrice, yearlyPrice }, at) => (
          <Row key={name} name={name}>
            <Price
              label={`${name} · ${m.settings_monthly()} (${sign})`}
              value={monthlyPrice}
              onChange={(typed) => changePlan(at, { monthlyPrice: typed })}
              error={errorAt('catalogue.plans', String(at), 'monthlyPrice')}
            />
            <Price
              label={`${name} · ${m.settings_yearly()} (${sign})`}
              value={yearlyPrice}
              onChange={(typed) => changePlan(at, { yearlyPrice: typed })}
              error={errorAt('catalogue.plans', String(at), 'yearlyPrice')}
            />
          </Row>
        ))}
      </Prices>
      <TextField
        label={`${m.settings_email_price()} (${sign})`}
        inputMode="decimal"
        autoComplete="off"
        placeholder={m.settings_on_request()}
        className="max-w-60"
        error={errorAt('catalogue.email')}
        name="email"
        value={email}
        onChange={({ target }) => form.set({ email: target.value })}
      />
      {form.failure ? <Notice tone="error">{form.failure}</Notice> : null}
      <Button type="submit" className="self-start" busy={form.busy}>
        {m.setup_prices_save()}
      </Button>
    </form>
  )
}

interface PricesProps {
  title: string
  first: string
  second: string
  children: ReactNode
}

/** Rows of two prices each, with their heads. */
const Prices = ({ title, first, second, children }: PricesProps) => (
  <fieldset>
    <legend className="mb-2 font-semibold">{title}</legend>
    <div aria-hidden className="grid grid-cols-[minmax(4rem,1fr)_7rem_7rem] gap-3 pb-1 text-sm text-muted">
      <span />
      <span>{first}</span>
      <span>{second}</span>
    </div>
    <div className="grid gap-2">{children}</div>
  </fieldset>
)

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(4rem,1fr)_7rem_7rem] items-start gap-3">
    <span className="self-center font-medium wrap-anywhere">{name}</span>
    {children}
  </div>
)

interface PriceProps {
  label: string
  value: string
  onChange: (typed: string) => void
  error: string | undefined
}

const Price = ({ label, value, onChange, error }: PriceProps) => (
  <TextField
    label={label}
    hideLabel
    inputMode="decimal"
    autoComplete="off"
    placeholder="–"
    value={value}
    onChange={({ target }) => onChange(target.value)}
    error={error}
  />
)
