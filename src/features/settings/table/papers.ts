import * as z from 'zod/mini'
import { isTimeZone } from '../../../shared/calendar.ts'
import * as shapes from '../shapes.ts'
import { choice, optionalLine, setting } from './setting.ts'

/** The settings of invoices and tax. */
export const papers = {
  /** The business as papers name it; null: as the pages do. */
  'papers.legalName': optionalLine({
    section: 'papers',
    label: 'm.settings_legal_name',
    help: 'm.settings_legal_name_about',
    attributes: { maxLength: 200 },
  }),
  'papers.address': optionalLine({
    section: 'papers',
    label: 'm.settings_papers_address',
    attributes: { maxLength: 200 },
  }),
  /** The taxpayer's number. */
  'papers.tin': optionalLine({
    section: 'papers',
    label: 'm.settings_tin',
    attributes: { maxLength: 200 },
  }),
  /** The VAT registration number. Without it no paper has VAT. */
  'papers.vrn': optionalLine({
    section: 'papers',
    label: 'm.settings_vrn',
    help: 'm.settings_vrn_about',
    attributes: { maxLength: 200 },
  }),
  'papers.invoiceSeries': setting(shapes.series, 'INV', {
    section: 'papers',
    kind: 'text',
    label: 'm.settings_invoice_series',
    help: 'm.settings_series_about',
    attributes: { maxLength: 200 },
  }),
  /** Goes on from another program. It counts until its year has an invoice with the prefix. */
  'papers.firstNumber': setting(z.nullable(shapes.firstNumber), null, {
    section: 'papers',
    kind: 'own',
    label: 'm.settings_first_number',
  }),
  'papers.creditSeries': setting(shapes.series, 'CN', {
    section: 'papers',
    kind: 'text',
    label: 'm.settings_credit_series',
    attributes: { maxLength: 200 },
  }),
  /** The time zone of the shop's calendar: of the days on papers, and of the VAT rates. */
  'shop.timeZone': setting(shapes.filled.check(z.refine(isTimeZone, 'time-zone')), 'Africa/Dar_es_Salaam', {
    section: 'papers',
    kind: 'text',
    label: 'm.settings_time_zone',
    help: 'm.settings_time_zone_about',
    attributes: { maxLength: 200 },
  }),
  /** Whether the numbers of invoices start again each year, in the shop's time zone. */
  'papers.numbersRestart': choice(
    'yearly',
    {
      yearly: ['m.settings_numbers_yearly', 'm.settings_numbers_yearly_about'],
      never: ['m.settings_numbers_on', 'm.settings_numbers_on_about'],
    },
    { section: 'papers', label: 'm.settings_numbers_restart' },
  ),
  /** Whether the prices of the catalogue and of offers contain VAT. */
  'papers.prices': choice(
    'inclusive',
    {
      inclusive: ['m.settings_prices_inclusive', 'm.settings_prices_inclusive_about'],
      exclusive: ['m.settings_prices_exclusive', 'm.settings_prices_exclusive_about'],
    },
    { section: 'papers', label: 'm.settings_vat_prices' },
  ),
  'papers.vatRates': setting(shapes.vatRatesShape, [], {
    section: 'papers',
    kind: 'rows',
    label: 'm.settings_vat_rates',
    rows: { most: 40, add: 'm.settings_add_vat_rate' },
    inputs: {
      percent: { kind: 'number', label: 'm.settings_vat_percent', attributes: { inputMode: 'decimal' } },
      from: { kind: 'date', label: 'm.settings_vat_from', attributes: { type: 'date' } },
      product: {
        kind: 'select',
        label: 'm.settings_vat_product',
        options: [
          { value: null, label: 'm.settings_vat_everything' },
          { value: 'domain', label: 'm.settings_vat_domain' },
          { value: 'email', label: 'm.settings_vat_email' },
          { value: 'hosting', label: 'm.settings_vat_hosting' },
        ],
      },
    },
  }),
} as const
