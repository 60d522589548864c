import * as z from 'zod/mini'
import { endings, gluedEndings, marketing, plans } from '../../catalogue/catalogue.ts'
import * as shapes from '../shapes.ts'
import { choice, code, elsewhere, input, number, onOff, setting } from './setting.ts'

const noExpiry = { grace: 0, suspend: null, end: null }
const standardPlans = plans.map((plan) => ({ ...plan, features: [...plan.features] }))
const standardEndings = endings.map((one) => ({ ...one }))
const answersList = shapes.listOf(shapes.answerShape, 50, ({ name }) => name)
const atMost = z.int('whole').check(z.gte(1, 'whole'), z.lte(100_000, 'whole'))
const price = z.nullable(shapes.amount)
const fromList = { empty: null, example: 'm.settings_from_list' } as const
const onRequest = { empty: null, example: 'm.settings_on_request' } as const

/** The settings of prices, requests and renewals. */
export const sales = {
  'catalogue.marketing': setting(
    'prices',
    'parts',
    'm.settings_shown',
    shapes.marketing,
    { ...marketing } as { comFrom: number | null; hostingFrom: number | null },
    {
      inputs: {
        comFrom: input('price', 'm.settings_com_from', fromList),
        hostingFrom: input('price', 'm.settings_hosting_from', fromList),
      },
    },
  ),
  /** A year of an e-mail address; null for "price on request". */
  'catalogue.email': setting('prices', 'price', 'm.settings_email_price', price, null, onRequest),
  /** The lowest price of a website; null for "price on request". */
  'catalogue.website': setting('prices', 'price', 'm.settings_website_price', price, null, onRequest),
  /** The hosting plans, in the order of the pages. */
  'catalogue.plans': setting('prices', 'rows', 'm.settings_plans', shapes.plansShape, standardPlans, {
    rows: { most: 12, add: 'm.settings_add_plan' },
    dropWithout: ['name', 'monthlyPrice', 'yearlyPrice'],
    inputs: {
      name: input('text', 'm.settings_plan_name', { wide: true, attributes: { maxLength: 100 } }),
      monthlyPrice: input('price', 'm.settings_monthly'),
      yearlyPrice: input('price', 'm.settings_yearly'),
      disk: input('text', 'm.settings_disk', { attributes: { placeholder: '50 GB', maxLength: 100 } }),
      bandwidth: input('text', 'm.settings_bandwidth', {
        start: 'unlimited',
        attributes: { placeholder: 'unlimited', maxLength: 100 },
      }),
      features: input('features', 'm.settings_features', {
        help: 'm.settings_features_about',
        wide: true,
        attributes: { rows: 4 },
      }),
      recommended: input('check', 'm.settings_recommended'),
    },
  }),
  /** The endings that the shop sells, in the order of the pages. */
  'catalogue.domains': setting(
    'endings',
    'rows',
    'm.settings_endings',
    shapes.endingsShape,
    standardEndings,
    {
      rows: { most: 40, add: 'm.settings_add_ending' },
      dropWithout: ['ending', 'price', 'renewal'],
      inputs: {
        ending: input('ending', 'm.settings_ending', { attributes: { ...code, placeholder: 'co.tz' } }),
        price: input('price', 'm.settings_first_year', onRequest),
        renewal: input('price', 'm.settings_renewal_price', onRequest),
        transfer: input('price', 'm.fulfil_kind_transfer', {
          empty: null,
          example: 'm.settings_renewal_price',
        }),
        restore: input('price', 'm.settings_restore', { ...onRequest, help: 'm.settings_restore_about' }),
        years: input('number', 'm.settings_years', { start: '1' }),
        needs: input('text', 'm.settings_needs', {
          empty: '',
          example: 'm.settings_needs_example',
          wide: true,
        }),
        searched: input('check', 'm.settings_searched'),
        shown: input('check', 'm.settings_shown', { start: true }),
      },
    },
  ),
  /** What endings ask of the holder of a name beside the profile. */
  'domains.questions': setting('endings', 'rows', 'm.settings_questions', shapes.questionsShape, [], {
    rows: { most: 60, add: 'm.settings_add_question' },
    dropWithout: ['ending', 'label', 'field'],
    inputs: {
      ending: input('ending', 'm.settings_ending', { attributes: { ...code, placeholder: 'co.ke' } }),
      kind: input('select', 'm.settings_question_kind', {
        start: 'company-number',
        options: [
          { value: 'company-number', label: 'm.details_company_number' },
          { value: 'tax-number', label: 'm.details_tax_number' },
          { value: 'identity-number', label: 'm.details_identity_number' },
          { value: 'local-address', label: 'm.details_local_address' },
          { value: 'text', label: 'm.settings_question_text' },
          { value: 'yes-no', label: 'm.settings_question_yes_no' },
          { value: 'choice', label: 'm.settings_question_choice' },
          { value: 'document', label: 'm.settings_question_document' },
        ],
      }),
      label: input('text', 'm.settings_question', {
        help: 'm.settings_question_label_about',
        empty: '',
        wide: true,
      }),
      format: input('select', 'm.settings_question_format', {
        start: 'any',
        options: [
          { value: 'any', label: 'm.settings_question_any' },
          { value: 'digits', label: 'm.settings_question_digits' },
          { value: 'letters-digits', label: 'm.settings_question_letters_digits' },
        ],
      }),
      min: input('number', 'm.settings_question_min', { empty: null }),
      max: input('number', 'm.settings_question_max', { empty: null }),
      options: input('lines', 'm.settings_question_options', {
        help: 'm.settings_question_options_about',
        empty: '',
        wide: true,
        attributes: { rows: 3 },
      }),
      field: input('text', 'm.settings_question_field', {
        help: 'm.settings_question_field_about',
        empty: '',
        wide: true,
        attributes: { ...code, maxLength: 100 },
      }),
      required: input('check', 'm.settings_question_required', { start: true }),
    },
  }),
  'domains.gluedEndings': setting(
    'endings',
    'list',
    'm.settings_glued',
    shapes.gluedShape,
    [...gluedEndings],
    { help: 'm.settings_glued_about', attributes: code },
  ),
  /** Rates for what endings cost: units of `shop_currency` for one of `currency`. Kept when the shop changes its currency. */
  'costs.rates': elsewhere(shapes.costRates, [], 'm.costs_rates'),
  /** What proposed prices add to the cost, and the step in a currency that they are rounded up to. */
  'costs.markup': elsewhere(shapes.costMarkup, { percent: 30, step: null, currency: null }, 'm.costs_markup'),
  /** Whether customers may request and order. A shop is open until an owner closes it. */
  'shop.isOpen': onOff('requests', 'm.settings_open', true, {
    on: ['m.settings_open_on', 'm.settings_open_on_about'],
    off: ['m.common_not_open', 'm.settings_open_off_about'],
  }),
  /** Who answers a request for a domain: an admin, or the program at once where the name is free and has a price. */
  'requests.answer': choice('requests', 'm.settings_answer', 'admin', {
    admin: ['m.settings_answer_admin', 'm.settings_answer_admin_about'],
    'at-once': ['m.settings_answer_at_once', 'm.settings_answer_at_once_about'],
  }),
  /**
   * The minutes after which a request, order or payment has waited too long for an admin. Customers are promised feedback
   * within ten minutes, so that it can't be more.
   */
  'requests.promiseMinutes': number('requests', 'm.settings_promise', [1, 10], 10, {
    help: 'm.settings_promise_about',
    reason: 'promise',
  }),
  /** How many requests of a product a customer may have open at a time; null for any number. */
  'requests.mostOpen': setting('requests', 'number', 'm.settings_most_open', z.nullable(atMost), 200, {
    help: 'm.settings_most_open_about',
    empty: null,
  }),
  /** Answers that admins insert into feedback and chat, in both languages. */
  'answers.canned': setting('answers', 'rows', 'm.settings_answers', answersList, [], {
    rows: { most: 50, add: 'm.settings_add_answer' },
    inputs: {
      name: input('text', 'm.common_name', { attributes: { maxLength: 60 } }),
      text: input('area', 'm.settings_answer_text', {
        help: 'm.kit_both_languages',
        attributes: { rows: 6, maxLength: 2000 },
      }),
    },
  }),
  /** Renew immediately, or after a payment. */
  renewals: choice('renewals', 'm.settings_renewals', 'instant', {
    instant: ['m.settings_renewals_instant', 'm.settings_renewals_instant_about'],
    paid: ['m.settings_renewals_paid', 'm.settings_renewals_paid_about'],
  }),
  /** What follows the expiry of a service, by product. Nothing is suspended or ended unless it is set here. */
  'services.afterExpiry': setting(
    'after-expiry',
    'own',
    'm.settings_after_expiry',
    shapes.afterExpiry,
    { domain: { ...noExpiry }, email: { ...noExpiry }, hosting: { ...noExpiry } },
    {
      labels: {
        domain: 'm.common_domains',
        email: 'm.area_emails',
        hosting: 'm.common_hosting',
        grace: 'm.settings_grace',
        suspend: 'm.settings_suspend_after',
        end: 'm.settings_end_after',
      },
    },
  ),
} as const
