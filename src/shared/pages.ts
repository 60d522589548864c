/** The languages of the product. */
export const locales = ['en', 'sw'] as const
export type Locale = (typeof locales)[number]

/** Notices that a page can show, as in `/?notice=admins-only`, by the page's address. */
const noticesByPage = {
  '/': ['admins-only', 'needs-script'],
  '/support': ['message-sent', 'message-incomplete', 'message-too-many', 'message-failed'],
} as const
export type PageNotice = (typeof noticesByPage)[keyof typeof noticesByPage][number]

/** The notices that the page at an address can show. */
export const noticesOf = (pattern: string): readonly PageNotice[] =>
  noticesByPage[pattern as keyof typeof noticesByPage] ?? []

/** The pages with texts of the shop's owner, each at `/` and its name. */
export const legalPages = ['terms', 'privacy', 'refunds'] as const
export type LegalPage = (typeof legalPages)[number]

/** Below it is what customers see of a subject of the settings: `/preview/sw/payments`. The settings show it in a frame. */
export const PREVIEW_PATH = '/preview'

/** The subjects of the settings that customers see something of. */
export const previewParts = [
  'business',
  'contact',
  'chat',
  'payments',
  'prices',
  'endings',
  'invoices',
  'requests',
  'accounts',
] as const
export type PreviewPart = (typeof previewParts)[number]

/** The business of the shop, as every page shows it. An empty text means that there is none. */
export interface Business {
  name: string
  /** Address of an image on this server; empty for the product's own mark. */
  logo: string
  email: string
  phone: string
  address: string
  /** When somebody answers, in the shop's own words. */
  hours: string
  /** The payment methods, as customers choose them. */
  payments: string[]
  /** Digits with the country code, without plus or spaces, as wa.me requires. */
  whatsapp: string
  /** The prepared text of a message there. */
  greeting: string
  /** ISO 3166-1 alpha-2 of the country of most customers; empty if the shop has not set it. */
  country: string
}

/** A country and its dialling code. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string
  /** In English. */
  name: string
  /** With its plus: `+255`. */
  dialling: string
}

/** A domain ending that the shop sells. */
export interface Ending {
  /** Without its first dot: `com`, `co.tz`. */
  ending: string
  /** The price of the first year as a decimal number in the shop's currency; null for "price on request". */
  price: number | null
  /** The price of each further year, in the same way. */
  renewal: number | null
  /** The price of a name that is transferred here, in the same way. Without one it is that of a further year. */
  transfer?: number | null | undefined
  /** What bringing a name back in redemption costs beside its year, in the same way. Without one it is not asked. */
  restore?: number | null | undefined
  /** The longest first term in years. */
  years: number
  /** What the registry demands of the holder, such as documents; empty for nothing. */
  needs: string
  /** Whether the public search checks it. */
  searched: boolean
  /** Whether the public pages list it. */
  shown: boolean
}

/** A hosting plan. Prices are decimal numbers in the shop's currency. */
export interface Plan {
  id: string
  /** Unique: requests, orders and hosting accounts contain it. */
  name: string
  monthlyPrice: number
  yearlyPrice: number
  /** Amounts as they are shown, such as `50 GB`; `unlimited` is translated. */
  disk: string
  bandwidth: string
  /** Keys of the screens' texts (`free-ssl`), or texts of the shop, in both languages as `Text | Maandishi`. */
  features: string[]
  /** Marked as the plan that most customers choose. */
  recommended: boolean
}

/** What the shop sells and for how much, as the pages show it. Prices are decimal numbers in the shop's currency. */
export interface Offers {
  /** The currency of all prices (ISO 4217). */
  currency: string
  endings: Ending[]
  /** The endings that ask more of a holder than the profile has. Absent for none. */
  asks?: string[]
  /** Appended to a name without a dot: `mama` gives `mamaonline.com`. */
  glued: string[]
  /** "From" prices of the public pages: promotional, or the lowest of the list. Null where there is none. */
  marketing: { comFrom: number | null; hostingFrom: number | null }
  /** A year of an e-mail address; null for "price on request". */
  email: number | null
  /** The lowest price of a website; null for "price on request". */
  website: number | null
  /** The hosting plans, in the order of the pages. */
  plans: Plan[]
}

/** The data with which a page is rendered. It is part of the HTML, so it must not contain secrets. */
export interface PageData {
  business: Business
  /** The country that is preselected in forms: the shop's, otherwise the first of all. */
  home: Country
  /** The public URL of the product, without a slash at the end; empty if it is not known. */
  site: string
  /** The shop's time zone (IANA), in which moments are shown. */
  timeZone: string
  year: number
  locale: Locale
  /** Null for the defaults of the catalogue. */
  offers: Offers | null
  /** Whether customers may request and order. */
  isOpen: boolean
  /** The legal pages that the shop has, each with the version of its text. */
  legal: Partial<Record<LegalPage, number>>
  /** The text of the legal page that is rendered. All other pages have none, because it is part of their HTML too. */
  legalPage?: { page: LegalPage; text: string } | undefined
  /** Whether a sign-up goes straight on, without a log-in. */
  logInAfterSignUp: boolean
  /** A notice that the page shows once, sent by the redirect to it. */
  notice: PageNotice | null
}

/** The part that settings decide. Language, year and notice belong to the rendering. */
export type PageSettings = Pick<
  PageData,
  'business' | 'home' | 'site' | 'timeZone' | 'offers' | 'isOpen' | 'legal' | 'logInAfterSignUp'
>

/** The data of a page without settings: in development, or in a page that reports an error. */
export const pageDefaults: PageData = {
  business: {
    name: 'Kikoa',
    logo: '',
    email: '',
    phone: '',
    address: '',
    hours: '',
    payments: ['M-Pesa', 'TigoPesa', 'Airtel Money', 'Bank'],
    whatsapp: '',
    greeting: '',
    country: '',
  },
  home: { code: 'AF', name: 'Afghanistan', dialling: '+93' },
  site: '',
  timeZone: 'Africa/Dar_es_Salaam',
  year: new Date().getUTCFullYear(),
  locale: 'en',
  offers: null,
  isOpen: true,
  legal: {},
  logInAfterSignUp: false,
  notice: null,
}

/** Converts any text to a language; an unknown one becomes English. */
export const toLocale = (text: string | null | undefined): Locale => (text === 'sw' ? 'sw' : 'en')

/** Converts any value to a notice; null for an unknown one. */
export const toNotice = (text: unknown): PageNotice | null =>
  Object.values(noticesByPage)
    .flat()
    .find((one) => one === text) ?? null
