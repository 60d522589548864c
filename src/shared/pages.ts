/** Languages the product speaks. */
export const locales = ['en', 'sw'] as const
export type Locale = (typeof locales)[number]

/** Sentences that a page can be asked to show, as `/?notice=admins-only`: by the page's address. */
const noticesByPage = {
  '/': ['admins-only', 'needs-script'],
  '/support': ['message-sent', 'message-incomplete', 'message-too-many', 'message-failed'],
} as const
export type PageNotice = (typeof noticesByPage)[keyof typeof noticesByPage][number]

/** The sentences that the page at an address can be asked to show. */
export const noticesOf = (pattern: string): readonly PageNotice[] =>
  noticesByPage[pattern as keyof typeof noticesByPage] ?? []

/** Whose shop it is, as every page shows it. An empty text means that there is none. */
export interface Business {
  name: string
  /** Address of an image on this server; empty for the product's own mark. */
  logo: string
  email: string
  phone: string
  address: string
  /** Digits with the country's code, without plus or blanks, as wa.me wants them. */
  whatsapp: string
  /** What a message there begins with. */
  greeting: string
  /** ISO 3166-1 alpha-2 of the country that most customers are in; empty where the shop does not say. */
  country: string
}

/** What a page is told when it is rendered: it is in its HTML, so nothing secret may stand here. */
export interface PageData {
  business: Business
  /** Where people reach the product, without a slash at the end; empty where that is not known. */
  site: string
  year: number
  locale: Locale
  /** Prices as decimal numbers in the shop's currency, by key; which names there are is said by the feature that shows them. */
  figures: Record<string, number>
  /** Words by list, such as the endings that are sold; named by the feature that shows them, too. */
  lists: Record<string, string[]>
  /** A sentence that the page shows once, sent along by whoever redirected there. */
  notice: PageNotice | null
}

/** The part of it that settings decide; language, year and notice belong to the rendering. */
export type PageSettings = Pick<PageData, 'business' | 'site' | 'figures' | 'lists'>

/** A page's data where no settings are at hand: in development, or in a page that reports an error. */
export const pageDefaults: PageData = {
  business: {
    name: 'Kikoa',
    logo: '',
    email: '',
    phone: '',
    address: '',
    whatsapp: '',
    greeting: '',
    country: '',
  },
  site: '',
  year: new Date().getUTCFullYear(),
  locale: 'en',
  figures: {},
  lists: {},
  notice: null,
}

/** Takes anything for a language; what is not one of ours is English. */
export const toLocale = (text: string | null | undefined): Locale => (text === 'sw' ? 'sw' : 'en')

/** Takes anything for the name of a sentence; what is none is no sentence. */
export const toNotice = (text: unknown): PageNotice | null =>
  Object.values(noticesByPage)
    .flat()
    .find((one) => one === text) ?? null
