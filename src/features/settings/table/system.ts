import * as z from 'zod/mini'
import { endpointsShape } from '../registry-endpoints.ts'
import { elsewhere, number, onOff, setting } from './setting.ts'

/** The steps of the set-up that are done by saving them as they are. */
const confirmedSteps = ['currency', 'payments', 'prices', 'person'] as const
/** The database keeps every entry for a year, whatever is set. */
const auditMonths = z.int('audit-months').check(z.gte(12, 'audit-months'), z.lte(240, 'audit-months'))
const country = z.string('country').check(z.regex(/^[A-Z]{2}$/, 'country'))

/** The settings of accounts, mail and registries. */
export const system = {
  /** ISO 3166-1 alpha-2 of the country that sign-up starts with; null for the first of the list. */
  'accounts.defaultCountry': setting('accounts', 'own', 'm.common_country', z.nullable(country), null, {
    help: 'm.settings_country_about',
  }),
  /** Whether a sign-up goes straight on. Where the address must be confirmed, that comes first. */
  'accounts.logInAfterSignUp': onOff('accounts', 'm.settings_signup', false, {
    on: ['m.settings_signup_straight_on', 'm.settings_signup_straight_on_about'],
    off: ['m.settings_signup_log_in', 'm.settings_signup_log_in_about'],
  }),
  /** Whether admins need a second factor. */
  'accounts.adminsNeedFactor': onOff('accounts', 'm.settings_factor', false, {
    on: ['m.settings_factor_needed', 'm.settings_factor_needed_about'],
    off: ['m.settings_factor_offered', 'm.settings_factor_offered_about'],
  }),
  /** Whether customers get mails about their requests and expiry dates. */
  'mails.requests': onOff('mail', 'm.settings_mail_requests', true, {
    on: ['m.settings_mail_requests_on', 'm.settings_mail_requests_on_about'],
    off: ['m.settings_mail_requests_off', 'm.settings_mail_requests_off_about'],
  }),
  /** The months for which events are kept. */
  'retention.events': number('retention', 'm.settings_keep_events', [1, 120], 12, {
    help: 'm.settings_keep_events_about',
    reason: 'months',
  }),
  /** The months for which entries of the audit log are kept; null for ever. */
  'retention.audit': setting('retention', 'number', 'm.settings_keep_audit', z.nullable(auditMonths), null, {
    help: 'm.settings_keep_audit_about',
    needs: 'staff.write',
    empty: null,
  }),
  /** RDAP and WHOIS endpoints that replace the built-in ones. */
  'availability.endpoints': setting(
    'registries',
    'own',
    'm.settings_registries',
    endpointsShape,
    {},
    {
      labels: {
        suffix: 'm.settings_ending',
        rdap: 'RDAP',
        whois: 'WHOIS',
        known: 'm.settings_registry_known',
      },
    },
  ),
  /** The steps of the set-up whose own form was saved, where a default can be right. */
  'shop.setUp': elsewhere(z.array(z.enum(confirmedSteps)).check(z.maxLength(20)), [], 'm.settings_missing'),
  /** Whether an admin has closed the set-up. It is on the overview. */
  'shop.isSetUp': elsewhere(z.boolean(), false, 'm.settings_missing'),
} as const
