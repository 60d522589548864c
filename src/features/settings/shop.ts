import type { PageSettings } from '../../shared/pages.ts'
import { pagePrices } from '../catalogue/catalogue.ts'
import type { Settings } from './settings.ts'

/** Where a stored logo is served. */
export const logoAddress = (file: string | null) => (file ? `/logos/${file}` : '')

/** The public data of the shop: name, contact, prices and endings. */
export const shopOf = (settings: Settings): Omit<PageSettings, 'site' | 'home'> => ({
  business: {
    name: settings['business.name'],
    logo: logoAddress(settings['business.logo']),
    email: settings['business.email'] ?? '',
    phone: settings['business.phone'] ?? '',
    address: settings['business.address'] ?? '',
    whatsapp: settings['business.whatsapp'] ?? '',
    greeting: settings['business.whatsappGreeting'] ?? '',
    country: settings['accounts.defaultCountry'] ?? '',
  },
  figures: pagePrices({
    from: settings['catalogue.marketing'],
    own: settings['catalogue.prices'],
    renewals: settings['catalogue.renewals'],
    plans: settings['catalogue.plans'],
  }),
  lists: { endings: settings['catalogue.endings'], glued: settings['domains.gluedEndings'] },
})
