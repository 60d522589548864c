import type { Widget } from './chat-widget.ts'
import type { PaymentAccount, Settings } from './settings.ts'
import type { Ending, Plan } from '../../shared/pages.ts'
import { decimalTextOf, moneyFromDecimal } from '../../shared/money.ts'

/** The fields of all providers, as typed. */
export const blankChat = { propertyId: '', widgetId: '', websiteId: '', websiteToken: '', address: '' }

type Field = keyof typeof blankChat

/** The provider, its fields, and the answer time that our own chat promises. */
export type ChatDraft = typeof blankChat & { provider: Widget['provider']; minutes: string }

/** The fields of each provider. */
export const chatFields: Record<Widget['provider'], readonly Field[]> = {
  none: [],
  tawk: ['propertyId', 'widgetId'],
  crisp: ['websiteId'],
  chatwoot: ['address', 'websiteToken'],
  script: ['address'],
}

type ChatSettings = Pick<Settings, 'chat.widget' | 'chat.answerMinutes'>

export const chatDraft = ({
  'chat.widget': widget,
  'chat.answerMinutes': minutes,
}: ChatSettings): ChatDraft => ({
  ...blankChat,
  ...widget,
  minutes: String(minutes),
})

/** The values of the chosen provider only. */
export const chatValues = (draft: ChatDraft): ChatSettings => ({
  'chat.widget': {
    provider: draft.provider,
    ...Object.fromEntries(chatFields[draft.provider].map((field) => [field, draft[field].trim()])),
  } as Widget,
  'chat.answerMinutes': draft.minutes.trim() ? Number(draft.minutes) : NaN,
})

/** An ending with its prices, as typed. No price means "on request". */
export interface EndingRow extends Omit<Ending, 'price' | 'renewal' | 'years'> {
  price: string
  renewal: string
  years: string
}

export const blankEnding: EndingRow = {
  ending: '',
  price: '',
  renewal: '',
  years: '1',
  needs: '',
  searched: false,
  shown: true,
}

export const endingRows = (endings: readonly Ending[], currency: string): EndingRow[] =>
  endings.map(({ price, renewal, years, ...rest }) => ({
    ...rest,
    price: price === null ? '' : typedPrice(price, currency),
    renewal: renewal === null ? '' : typedPrice(renewal, currency),
    years: String(years),
  }))

/** The settings of the rows. The order is unchanged, so that an error path finds its row. */
export const endingValues = (rows: readonly EndingRow[]): Ending[] =>
  rows
    .filter(({ ending, price, renewal }) => ending.trim() || price.trim() || renewal.trim())
    .map(({ ending, price, renewal, years, needs, searched, shown }) => ({
      ending: ending.trim().toLowerCase().replace(/^\./, ''),
      price: optionalPrice(price),
      renewal: optionalPrice(renewal),
      years: Number(years),
      needs: needs.trim(),
      searched,
      shown,
    }))

/** A hosting plan as typed. The features are lines of text. */
export interface PlanRow extends Omit<Plan, 'monthlyPrice' | 'yearlyPrice' | 'features'> {
  monthlyPrice: string
  yearlyPrice: string
  features: string
}

export const blankPlan: PlanRow = {
  id: '',
  name: '',
  monthlyPrice: '',
  yearlyPrice: '',
  disk: '',
  bandwidth: 'unlimited',
  features: '',
  recommended: false,
}

/** @param toLines the features as lines of text */
export const planRows = (
  plans: readonly Plan[],
  currency: string,
  toLines: (features: readonly string[]) => string,
): PlanRow[] =>
  plans.map(({ monthlyPrice, yearlyPrice, features, ...rest }) => ({
    ...rest,
    monthlyPrice: typedPrice(monthlyPrice, currency),
    yearlyPrice: typedPrice(yearlyPrice, currency),
    features: toLines(features),
  }))

/** The settings of the rows. A new plan gets its id from its name; the others retain theirs. */
export const planValues = (rows: readonly PlanRow[], toFeatures: (lines: string) => string[]): Plan[] =>
  rows
    .filter(({ name, monthlyPrice, yearlyPrice }) => name.trim() || monthlyPrice.trim() || yearlyPrice.trim())
    .map(({ id, name, monthlyPrice, yearlyPrice, disk, bandwidth, features, recommended }) => ({
      id: id || idOf(name),
      name: name.trim(),
      monthlyPrice: priceOf(monthlyPrice),
      yearlyPrice: priceOf(yearlyPrice),
      disk: disk.trim(),
      bandwidth: bandwidth.trim(),
      features: toFeatures(features),
      recommended,
    }))

const idOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'plan'

/** A payment method and an account to pay to, as typed. The account may be missing. */
export interface MethodRow {
  method: string
  account: string
  holder: string
  note: string
  /** ISO 4217, and units of it for one unit of the shop's; empty for the shop's currency. */
  currency: string
  rate: string
}

export const blankMethod: MethodRow = {
  method: '',
  account: '',
  holder: '',
  note: '',
  currency: '',
  rate: '',
}

/** Each method with each of its accounts. */
export const methodRows = (methods: readonly string[], accounts: readonly PaymentAccount[]): MethodRow[] =>
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
      : [{ ...blankMethod, method }]
  })

const hasAccount = ({ account, holder, note, currency, rate }: MethodRow) =>
  [account, holder, note, currency, rate].some((typed) => typed.trim())
const isFilled = (row: MethodRow) => Boolean(row.method.trim()) || hasAccount(row)

/** The settings of the rows. Two rows of one method are one method with two accounts. */
export const methodValues = (
  rows: readonly MethodRow[],
): Pick<Settings, 'payments.methods' | 'payments.accounts'> => ({
  'payments.methods': methodsOf(rows),
  'payments.accounts': rows.filter(hasAccount).map((row) => ({
    method: row.method.trim(),
    account: row.account.trim(),
    holder: row.holder.trim() || null,
    note: row.note.trim() || null,
    ...((row.currency.trim() || row.rate.trim()) && {
      currency: row.currency.trim().toUpperCase() || null,
      rate: optionalPrice(row.rate),
    }),
  })),
})

const methodsOf = (rows: readonly MethodRow[]) => [
  ...new Set(rows.filter(isFilled).map(({ method }) => method.trim())),
]

/** The index of a row in each of the two settings, to match the path of an error. -1 if it has none. */
export function rowPosition(rows: readonly MethodRow[], at: number): { method: number; account: number } {
  const row = rows[at]!
  return {
    method: isFilled(row) ? methodsOf(rows).indexOf(row.method.trim()) : -1,
    account: hasAccount(row) ? rows.slice(0, at).filter(hasAccount).length : -1,
  }
}

/** A price of the settings as a field shows it. */
export const typedPrice = (decimal: number, currency: string) =>
  decimalTextOf(moneyFromDecimal(decimal, currency))

/** The decimal number of an input's text, with comma or point. NaN for anything else, which the server refuses. */
export const priceOf = (typed: string) => (typed.trim() ? Number(typed.trim().replace(',', '.')) : NaN)

/** As `priceOf`; null for an empty field. */
export const optionalPrice = (typed: string) => (typed.trim() ? priceOf(typed) : null)
