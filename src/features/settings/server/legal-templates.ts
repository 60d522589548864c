import { type MessageKey, translate } from '../../../server/mail/messages.ts'
import { legalPages, type LegalPage, type Locale } from '../../../shared/pages.ts'
import type { Settings } from '../settings.ts'

const templates: Record<LegalPage, MessageKey> = {
  terms: 'legal_template_terms',
  privacy: 'legal_template_privacy',
  refunds: 'legal_template_refunds',
}

/** The product's own texts with the name and the contact of the shop. The first line says that a lawyer has to check them. */
export function legalTemplates(settings: Settings) {
  const { 'business.email': email, 'business.phone': phone, 'business.address': address } = settings
  const contact = [email, phone, address].filter(Boolean).join(', ')
  const textIn = (page: LegalPage, locale: Locale) =>
    [
      translate(locale, 'legal_template_mark'),
      translate(locale, templates[page], {
        business: settings['business.name'],
        contact: contact || translate(locale, 'legal_template_contact'),
      }),
    ].join('\n')
  return {
    items: legalPages.map((page) => ({ page, text: { en: textIn(page, 'en'), sw: textIn(page, 'sw') } })),
  }
}
