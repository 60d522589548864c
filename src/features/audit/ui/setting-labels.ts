import { m } from '../../../paraglide/messages.js'

/** What each setting is called on its screen, by its key. Email templates have one label for all. */
export const settingLabels: Record<string, () => string> = {
  'shop.currency': m.settings_currency,
  'shop.timeZone': m.settings_time_zone,
  'shop.isSetUp': m.settings_missing,
  'business.name': m.settings_name,
  'business.logo': m.settings_logo,
  'business.email': m.accounts_email,
  'business.phone': m.accounts_phone,
  'business.address': m.desk_setting_address,
  'business.hours': m.desk_setting_hours,
  'business.whatsapp': m.settings_whatsapp,
  'business.whatsappGreeting': m.settings_greeting,
  'chat.answerMinutes': m.settings_chat_minutes,
  'chat.widget': m.settings_chat,
  'payments.methods': m.settings_payments,
  'payments.accounts': m.settings_accounts,
  'payments.activate': m.settings_activate,
  'payments.steps': m.settings_steps,
  'catalogue.marketing': m.settings_shown,
  'catalogue.domains': m.settings_endings,
  'catalogue.email': m.settings_email_price,
  'catalogue.website': m.settings_website_price,
  'catalogue.plans': m.settings_plans,
  'domains.gluedEndings': m.settings_glued,
  'availability.endpoints': m.settings_registries,
  renewals: m.settings_renewals,
  'services.afterExpiry': m.settings_after_expiry,
  'accounts.defaultCountry': m.accounts_country,
  'accounts.logInAfterSignUp': m.settings_signup,
  'accounts.adminsNeedFactor': m.settings_factor,
  'requests.answer': m.settings_answer,
  'requests.mostOpen': m.desk_setting_most_open,
  'requests.promiseMinutes': m.settings_promise,
  'answers.canned': m.settings_answers,
  'papers.legalName': m.settings_legal_name,
  'papers.address': m.settings_papers_address,
  'papers.tin': m.settings_tin,
  'papers.vrn': m.settings_vrn,
  'papers.vatRates': m.settings_vat_rates,
  'papers.prices': m.settings_vat_prices,
  'papers.invoiceSeries': m.settings_invoice_series,
  'papers.creditSeries': m.settings_credit_series,
  'mails.requests': m.settings_mail_requests,
}

/** The label of a setting. One without a label, of another version, is shown by its key. */
export const settingLabel = (key: string): string =>
  (Object.hasOwn(settingLabels, key) ? settingLabels[key] : undefined)?.() ??
  (key.startsWith('letters.') ? m.letters_title() : key)
