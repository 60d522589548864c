import { dayText } from '../../../../shared/dates.ts'
import type { Locale } from '../../../../shared/pages.ts'
import { type MessageKey, translate } from '../../../../server/mail/messages.ts'
import { hostingName } from '../../../products/names/hosting-name.ts'
import { readItem } from '../../../products/item.ts'
import type { TaxedLine } from '../../../settings/vat.ts'

const kinds: Record<string, MessageKey> = {
  domain: 'invoices_line_domain',
  email: 'invoices_line_email',
  hosting: 'invoices_line_hosting',
}

const termKeys: Record<NonNullable<TaxedLine['unit']>, [one: MessageKey, more: MessageKey]> = {
  year: ['invoices_line_year', 'invoices_line_years'],
  month: ['invoices_line_month', 'invoices_line_months'],
}

/**
 * What a line is for, in the language of its document: `Domain soko.co.tz, 3 years, 1 Dec 2026 – 30 Nov 2029`. A line of
 * before there were terms, and one of a credit note for a part, has its text alone.
 */
export function describeLine({ text, product, quantity, unit, period }: TaxedLine, language: Locale): string {
  const kind = product && unit && kinds[product]
  // An order's hosting plan has its period in its text, which the term says better.
  const item = kind ? readItem(text) : undefined
  const name = item?.product === 'hosting' ? hostingName(item.name, item.website) : text
  const term = unit && termKeys[unit][quantity === 1 ? 0 : 1]
  return [
    kind ? translate(language, kind, { name }) : text,
    term && translate(language, term, { count: String(quantity) }),
    period && `${dayText(period.from, language)} – ${dayText(period.to, language)}`,
  ]
    .filter(Boolean)
    .join(', ')
}
