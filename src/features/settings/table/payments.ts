import { DEFAULT_CURRENCY } from '../../../shared/currency/currencies.ts'
import { paymentMethods } from '../../catalogue/catalogue.ts'
import { standardSteps, stepsShape } from '../payment-steps.ts'
import * as shapes from '../shapes.ts'
import { choice, setting } from './setting.ts'

/** The settings of payments and currency. */
export const payments = {
  'payments.methods': setting(shapes.methodsShape, [...paymentMethods], {
    section: 'payments',
    kind: 'within',
    label: 'm.settings_payments',
  }),
  /** The accounts that customers pay to, by method. */
  'payments.accounts': setting(shapes.accountsShape, [], {
    section: 'payments',
    kind: 'own',
    label: 'm.settings_accounts',
    labels: {
      method: 'm.settings_method',
      account: 'm.settings_account',
      holder: 'm.settings_holder',
      currency: 'm.settings_method_currency',
      rate: 'm.settings_method_rate',
      note: 'm.settings_note',
    },
  }),
  /** How one pays by each method, step by step. */
  'payments.steps': setting(
    shapes.listOf(stepsShape, 20, ({ method }) => method),
    standardSteps,
    {
      section: 'steps',
      kind: 'rows',
      label: 'm.settings_steps',
      rows: { most: 20, add: 'm.settings_add_method' },
      inputs: {
        method: { kind: 'text', label: 'm.settings_method', attributes: { maxLength: 200 } },
        steps: {
          kind: 'area',
          label: 'm.settings_steps_lines',
          help: 'm.settings_steps_lines_about',
          attributes: { rows: 8, maxLength: 3000 },
        },
        qr: {
          kind: 'text',
          label: 'm.settings_steps_qr',
          empty: null,
          attributes: { maxLength: 500, autoComplete: 'off' },
        },
      },
    },
  ),
  /** Who activates what was paid: an admin, or the program where received money matches. */
  'payments.activate': choice(
    'by-hand',
    {
      'by-hand': ['m.settings_activate_by_hand', 'm.settings_activate_by_hand_about'],
      matched: ['m.settings_activate_matched', 'm.settings_activate_matched_about'],
    },
    { section: 'activate', label: 'm.settings_activate_choice', audit: 'm.settings_activate' },
  ),
  /**
   * The currency of all prices, and of what is requested and ordered from now on (ISO 4217). Only a conversion changes
   * it. Any code may be stored, so that no update of `Intl` turns the prices into dollars.
   */
  'shop.currency': setting(shapes.currencyCode, DEFAULT_CURRENCY, {
    section: 'currency',
    kind: 'own',
    label: 'm.settings_currency',
  }),
} as const
