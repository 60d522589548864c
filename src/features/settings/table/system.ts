import * as z from 'zod/mini'
import { endpointsShape } from '../registry-endpoints.ts'
import { elsewhere, onOff, setting } from './setting.ts'

/** The settings of accounts, mail and registries. */
export const system = {
  /** ISO 3166-1 alpha-2 of the country that sign-up starts with; null for the first of the list. */
  'accounts.defaultCountry': setting(
    z.nullable(z.string('country').check(z.regex(/^[A-Z]{2}$/, 'country'))),
    null,
    {
      section: 'accounts',
      kind: 'own',
      label: 'm.accounts_country',
      help: 'm.settings_country_about',
    },
  ),
  /** Whether a sign-up goes straight on. Where the address must be confirmed, that comes first. */
  'accounts.logInAfterSignUp': onOff({
    section: 'accounts',
    label: 'm.settings_signup',
    options: [
      { value: false, label: 'm.settings_signup_log_in', about: 'm.settings_signup_log_in_about' },
      { value: true, label: 'm.settings_signup_straight_on', about: 'm.settings_signup_straight_on_about' },
    ],
  }),
  /** Whether admins need a second factor. */
  'accounts.adminsNeedFactor': onOff({
    section: 'accounts',
    label: 'm.settings_factor',
    options: [
      { value: false, label: 'm.settings_factor_offered', about: 'm.settings_factor_offered_about' },
      { value: true, label: 'm.settings_factor_needed', about: 'm.settings_factor_needed_about' },
    ],
  }),
  /** Whether customers get mails about their requests and expiry dates. */
  'mails.requests': onOff(
    {
      section: 'mail',
      label: 'm.settings_mail_requests',
      options: [
        { value: true, label: 'm.settings_mail_requests_on', about: 'm.settings_mail_requests_on_about' },
        { value: false, label: 'm.settings_mail_requests_off', about: 'm.settings_mail_requests_off_about' },
      ],
    },
    true,
  ),
  /** RDAP and WHOIS endpoints that replace the built-in ones. */
  'availability.endpoints': setting(
    endpointsShape,
    {},
    {
      section: 'registries',
      kind: 'own',
      label: 'm.settings_registries',
      labels: {
        suffix: 'm.settings_ending',
        rdap: 'RDAP',
        whois: 'WHOIS',
        known: 'm.settings_registry_known',
      },
    },
  ),
  /** Whether an admin has dismissed the list of what a new shop has to set. It is on the overview. */
  'shop.isSetUp': elsewhere(z.boolean(), false, 'm.settings_missing'),
} as const
