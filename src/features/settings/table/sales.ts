import * as z from 'zod/mini'
import { endings, gluedEndings, marketing, plans } from '../../catalogue/catalogue.ts'
import * as shapes from '../shapes.ts'
import { choice, code, number, setting } from './setting.ts'

const noExpiry = { grace: 0, suspend: null, end: null }

/** The settings of prices, requests and renewals. */
export const sales = {
  'catalogue.marketing': setting(
    z.strictObject({ comFrom: shapes.amount, hostingFrom: shapes.amount }),
    { ...marketing },
    {
      section: 'prices',
      kind: 'parts',
      label: 'm.settings_shown',
      inputs: {
        comFrom: { kind: 'price', label: 'm.settings_com_from' },
        hostingFrom: { kind: 'price', label: 'm.settings_hosting_from' },
      },
    },
  ),
  /** A year of an e-mail address; null for "price on request". */
  'catalogue.email': setting(z.nullable(shapes.amount), null, {
    section: 'prices',
    kind: 'price',
    label: 'm.settings_email_price',
    empty: null,
    example: 'm.settings_on_request',
  }),
  /** The lowest price of a website; null for "price on request". */
  'catalogue.website': setting(z.nullable(shapes.amount), null, {
    section: 'prices',
    kind: 'price',
    label: 'm.settings_website_price',
    empty: null,
    example: 'm.settings_on_request',
  }),
  /** The hosting plans, in the order of the pages. */
  'catalogue.plans': setting(
    shapes.plansShape,
    plans.map((plan) => ({ ...plan, features: [...plan.features] })),
    {
      section: 'prices',
      kind: 'rows',
      label: 'm.settings_plans',
      rows: { most: 12, add: 'm.settings_add_plan' },
      dropWithout: ['name', 'monthlyPrice', 'yearlyPrice'],
      inputs: {
        name: { kind: 'text', label: 'm.settings_plan_name', wide: true, attributes: { maxLength: 100 } },
        monthlyPrice: { kind: 'price', label: 'm.settings_monthly' },
        yearlyPrice: { kind: 'price', label: 'm.settings_yearly' },
        disk: {
          kind: 'text',
          label: 'm.settings_disk',
          attributes: { placeholder: '50 GB', maxLength: 100 },
        },
        bandwidth: {
          kind: 'text',
          label: 'm.settings_bandwidth',
          start: 'unlimited',
          attributes: { placeholder: 'unlimited', maxLength: 100 },
        },
        features: {
          kind: 'features',
          label: 'm.settings_features',
          help: 'm.settings_features_about',
          wide: true,
          attributes: { rows: 4 },
        },
        recommended: { kind: 'check', label: 'm.settings_recommended' },
      },
    },
  ),
  /** The endings that the shop sells, in the order of the pages. */
  'catalogue.domains': setting(
    shapes.endingsShape,
    endings.map((one) => ({ ...one })),
    {
      section: 'endings',
      kind: 'rows',
      label: 'm.settings_endings',
      rows: { most: 40, add: 'm.settings_add_ending' },
      dropWithout: ['ending', 'price', 'renewal'],
      inputs: {
        ending: {
          kind: 'ending',
          label: 'm.settings_ending',
          attributes: { ...code, placeholder: 'co.tz' },
        },
        price: {
          kind: 'price',
          label: 'm.settings_first_year',
          empty: null,
          example: 'm.settings_on_request',
        },
        renewal: {
          kind: 'price',
          label: 'm.settings_renewal_price',
          empty: null,
          example: 'm.settings_on_request',
        },
        years: { kind: 'number', label: 'm.settings_years', start: '1' },
        needs: {
          kind: 'text',
          label: 'm.settings_needs',
          empty: '',
          example: 'm.settings_needs_example',
          wide: true,
        },
        searched: { kind: 'check', label: 'm.settings_searched' },
        shown: { kind: 'check', label: 'm.settings_shown', start: true },
      },
    },
  ),
  'domains.gluedEndings': setting(shapes.gluedShape, [...gluedEndings], {
    section: 'endings',
    kind: 'list',
    label: 'm.settings_glued',
    help: 'm.settings_glued_about',
    attributes: code,
  }),
  /** Who answers a request for a domain: an admin, or the program at once where the name is free and has a price. */
  'requests.answer': choice(
    'admin',
    {
      admin: ['m.settings_answer_admin', 'm.settings_answer_admin_about'],
      'at-once': ['m.settings_answer_at_once', 'm.settings_answer_at_once_about'],
    },
    { section: 'requests', label: 'm.settings_answer' },
  ),
  /**
   * The minutes after which a request, order or payment has waited too long for an admin. Customers are promised feedback
   * within ten minutes, so that it can't be more.
   */
  'requests.promiseMinutes': number([1, 10], 10, {
    section: 'requests',
    label: 'm.settings_promise',
    help: 'm.settings_promise_about',
    reason: 'promise',
  }),
  /** How many requests of a product a customer may have open at a time; null for any number. */
  'requests.mostOpen': setting(
    z.nullable(z.int('whole').check(z.gte(1, 'whole'), z.lte(100_000, 'whole'))),
    200,
    {
      section: 'requests',
      kind: 'number',
      label: 'm.settings_most_open',
      help: 'm.settings_most_open_about',
      empty: null,
    },
  ),
  /** Answers that admins insert into feedback and chat, in both languages. */
  'answers.canned': setting(
    shapes.listOf(shapes.answerShape, 50, ({ name }) => name),
    [],
    {
      section: 'answers',
      kind: 'rows',
      label: 'm.settings_answers',
      rows: { most: 50, add: 'm.settings_add_answer' },
      inputs: {
        name: { kind: 'text', label: 'm.settings_answer_name', attributes: { maxLength: 60 } },
        text: {
          kind: 'area',
          label: 'm.settings_answer_text',
          help: 'm.kit_both_languages',
          attributes: { rows: 6, maxLength: 2000 },
        },
      },
    },
  ),
  /** Renew immediately, or after a payment. */
  renewals: choice(
    'instant',
    {
      instant: ['m.settings_renewals_instant', 'm.settings_renewals_instant_about'],
      paid: ['m.settings_renewals_paid', 'm.settings_renewals_paid_about'],
    },
    { section: 'renewals', label: 'm.settings_renewals' },
  ),
  /** What follows the expiry of a service, by product. Nothing is suspended or ended unless it is set here. */
  'services.afterExpiry': setting(
    z.strictObject({
      domain: shapes.afterExpiry,
      email: shapes.afterExpiry,
      hosting: shapes.afterExpiry,
    }),
    { domain: { ...noExpiry }, email: { ...noExpiry }, hosting: { ...noExpiry } },
    {
      section: 'after-expiry',
      kind: 'own',
      label: 'm.settings_after_expiry',
      labels: {
        domain: 'm.area_domains',
        email: 'm.area_emails',
        hosting: 'm.area_hosting',
        grace: 'm.settings_grace',
        suspend: 'm.settings_suspend_after',
        end: 'm.settings_end_after',
      },
    },
  ),
} as const
