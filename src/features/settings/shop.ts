import type { Offers, PageSettings } from '../../shared/pages.ts'
import type { Settings } from './settings.ts'

/** Where a stored logo is served. */
export const logoAddress = (file: string | null) => (file ? `/logos/${file}` : '')

/** The public data of the shop: name, contact, prices and endings. */
export const shopOf = (settings: Settings): Pick<PageSettings, 'business'> & { offers: Offers } => ({
  business: {
    name: settings['business.name'],
    logo: logoAddress(settings['business.logo']),
    email: settings['business.email'] ?? '',
    phone: settings['business.phone'] ?? '',
    address: settings['business.address'] ?? '',
    hours: settings['business.hours'] ?? '',
    payments: settings['payments.methods'],
    whatsapp: settings['business.whatsapp'] ?? '',
    greeting: settings['business.whatsappGreeting'] ?? '',
    country: settings['accounts.defaultCountry'] ?? '',
  },
  offers: {
    currency: settings['shop.currency'],
    endings: settings['catalogue.domains'],
    glued: settings['domains.gluedEndings'],
    marketing: settings['catalogue.marketing'],
    email: settings['catalogue.email'],
    website: settings['catalogue.website'],
    plans: settings['catalogue.plans'],
  },
})
