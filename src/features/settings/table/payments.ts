import { DEFAULT_CURRENCY } from '../../../shared/money/currencies.ts'
import { paymentMethods } from '../../catalogue/catalogue.ts'
import { standardSteps, stepsShape } from '../payment-steps.ts'
import * as shapes from '../shapes.ts'
import { choice, input, setting } from './setting.ts'

const stepsList = shapes.listOf(stepsShape, 20, ({ method }) => method)

/** The settings of payments and currency. */
export const payments = {
  'payments.methods': setting('payments', 'within', 'm.common_ways_to_pay', shapes.methodsShape, [
    ...paymentMethods,
  ]),
  /** The accounts that customers pay to, by method. */
  'payments.accounts': setting('payments', 'own', 'm.settings_accounts', shapes.accountsShape, [], {
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
  'payments.steps': setting('steps', 'rows', 'm.settings_steps', stepsList, standardSteps, {
    rows: { most: 20, add: 'm.settings_add_method' },
    inputs: {
      method: input('text', 'm.settings_method'),
      steps: input('area', 'm.settings_steps_lines', {
        help: 'm.settings_steps_lines_about',
        attributes: { rows: 8, maxLength: 3000 },
      }),
      qr: input('text', 'm.settings_steps_qr', {
        empty: null,
        attributes: { maxLength: 500, autoComplete: 'off' },
      }),
    },
  }),
  /** Who activates what was paid: an admin, or the program where received money matches. */
  'payments.activate': choice(
    'activate',
    'm.settings_activate_choice',
    'by-hand',
    {
      'by-hand': ['m.settings_activate_by_hand', 'm.settings_activate_by_hand_about'],
      matched: ['m.settings_activate_matched', 'm.settings_activate_matched_about'],
    },
    { audit: 'm.settings_activate' },
  ),
  /**
   * The currency of all prices, and of what is requested and ordered from now on (ISO 4217). Only a conversion changes
   * it. Any code may be stored, so that no update of `Intl` turns the prices into dollars.
   */
  'shop.currency': setting('currency', 'own', 'm.common_currency', shapes.currencyCode, DEFAULT_CURRENCY),
} as const
