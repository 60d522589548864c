import * as z from 'zod/mini'
import { isTimeZone } from '../../../shared/calendar.ts'
import * as shapes from '../shapes.ts'
import { choice, input, optionalText, setting } from './setting.ts'

const timeZone = shapes.filled.check(z.refine(isTimeZone, 'time-zone'))

/** The settings of invoices and tax. */
export const invoices = {
  /** The business as invoices name it; null: as the pages do. */
  'papers.legalName': optionalText('invoices', 'text', 'm.settings_legal_name', {
    help: 'm.settings_legal_name_about',
  }),
  'invoices.address': optionalText('invoices', 'text', 'm.settings_invoices_address'),
  /** The taxpayer's number. */
  'invoices.tin': optionalText('invoices', 'text', 'm.settings_tin'),
  /** The VAT registration number. Without it no invoice has VAT. */
  'invoices.vrn': optionalText('invoices', 'text', 'm.settings_vrn', { help: 'm.settings_vrn_about' }),
  'papers.invoiceSeries': setting('invoices', 'text', 'm.settings_invoice_series', shapes.series, 'INV', {
    help: 'm.settings_series_about',
  }),
  /** Goes on from another program. It counts until its year has an invoice with the prefix. */
  'papers.firstNumber': setting(
    'invoices',
    'own',
    'm.settings_first_number',
    z.nullable(shapes.firstNumber),
    null,
  ),
  'papers.creditSeries': setting('invoices', 'text', 'm.settings_credit_series', shapes.series, 'CN'),
  /** The time zone of the shop's calendar: of the days on invoices, and of the VAT rates. */
  'shop.timeZone': setting('invoices', 'text', 'm.settings_time_zone', timeZone, 'Africa/Dar_es_Salaam', {
    help: 'm.settings_time_zone_about',
  }),
  /** Whether the numbers of invoices start again each year, in the shop's time zone. */
  'papers.numbersRestart': choice('invoices', 'm.settings_numbers_restart', 'yearly', {
    yearly: ['m.settings_numbers_yearly', 'm.settings_numbers_yearly_about'],
    never: ['m.settings_numbers_on', 'm.settings_numbers_on_about'],
  }),
  /** Whether the prices of the catalogue and of offers contain VAT. */
  'invoices.prices': choice('invoices', 'm.settings_vat_prices', 'inclusive', {
    inclusive: ['m.settings_prices_inclusive', 'm.settings_prices_inclusive_about'],
    exclusive: ['m.settings_prices_exclusive', 'm.settings_prices_exclusive_about'],
  }),
  'papers.vatRates': setting('invoices', 'rows', 'm.settings_vat_rates', shapes.vatRatesShape, [], {
    rows: { most: 40, add: 'm.settings_add_vat_rate' },
    inputs: {
      percent: input('number', 'm.settings_vat_percent', { attributes: { inputMode: 'decimal' } }),
      from: input('date', 'm.settings_vat_from', { attributes: { type: 'date' } }),
      product: input('select', 'm.settings_vat_product', {
        options: [
          { value: null, label: 'm.settings_vat_everything' },
          { value: 'domain', label: 'm.common_domains' },
          { value: 'email', label: 'm.common_email' },
          { value: 'hosting', label: 'm.common_hosting' },
        ],
      }),
    },
  }),
} as const
