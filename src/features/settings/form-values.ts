import type { Widget } from './chat-widget.ts'
import type { PaymentAccount, Settings } from './settings.ts'
import { decimalTextOf, moneyFromDecimal, SHOP_CURRENCY } from '../../shared/money.ts'

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

/** A domain ending and the price of its renewal, as typed. No price means "on request". */
export interface EndingRow {
  ending: string
  renewal: string
}

export const endingRows = (endings: readonly string[], renewals: Record<string, number>): EndingRow[] =>
  endings.map((ending) => {
    const price = renewals[ending]
    return { ending, renewal: price === undefined ? '' : typedDollars(price) }
  })

/** The settings of the rows. The order is unchanged, so that an error path finds its row. */
export function endingValues(
  rows: readonly EndingRow[],
): Pick<Settings, 'catalogue.endings' | 'catalogue.renewals'> {
  const read = rows
    .filter(({ ending, renewal }) => ending.trim() || renewal.trim())
    .map(({ ending, renewal }) => ({ ending: ending.trim().toLowerCase().replace(/^\./, ''), renewal }))
  return {
    'catalogue.endings': read.map(({ ending }) => ending),
    'catalogue.renewals': Object.fromEntries(
      read.filter(({ renewal }) => renewal.trim()).map(({ ending, renewal }) => [ending, dollarsOf(renewal)]),
    ),
  }
}

/** A payment method and an account to pay to, as typed. The account may be missing. */
export interface MethodRow {
  method: string
  account: string
  holder: string
  note: string
}

export const blankMethod: MethodRow = { method: '', account: '', holder: '', note: '' }

/** Each method with each of its accounts. */
export const methodRows = (methods: readonly string[], accounts: readonly PaymentAccount[]): MethodRow[] =>
  methods.flatMap((method) => {
    const own = accounts.filter((account) => account.method === method)
    return own.length > 0
      ? own.map(({ account, holder, note }) => ({ method, account, holder: holder ?? '', note: note ?? '' }))
      : [{ ...blankMethod, method }]
  })

const hasAccount = ({ account, holder, note }: MethodRow) =>
  Boolean(account.trim() || holder.trim() || note.trim())
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
export const typedDollars = (dollars: number) => decimalTextOf(moneyFromDecimal(dollars, SHOP_CURRENCY))

/** The dollars of an input's text, with comma or point. NaN for anything else, which the server refuses. */
export const dollarsOf = (typed: string) => (typed.trim() ? Number(typed.trim().replace(',', '.')) : NaN)
