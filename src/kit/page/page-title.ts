import type { MetaArgs, MetaDescriptor } from 'react-router'
import { pageDefaults, type PageData } from '../../shared/pages.ts'

interface Words {
  title: string
  /** Makes the page one for search engines: described, with its one address and a preview for whoever passes it on. */
  description?: string
  /** What search engines are told beside, as JSON-LD. For pages without script: a browser's script could not write it. */
  structure?: object
  /** A page of one moment, such as an answer: not to be kept by a search engine. */
  passing?: boolean
}

/** A route's `meta`: the words of the page and the name of the business. */
export function pageTitle(words: (data: PageData) => Words) {
  return ({ matches, location }: Pick<MetaArgs, 'matches' | 'location'>): MetaDescriptor[] => {
    const root = matches.find((match) => match?.id === 'root')
    const page = (root?.loaderData as PageData | undefined) ?? pageDefaults
    const { title, description, structure, passing } = words(page)
    const whole = title.includes(page.business.name) ? title : `${title} · ${page.business.name}`
    return [
      { title: whole },
      ...(passing ? [{ name: 'robots', content: 'noindex' }] : []),
      ...(description ? described(page, location.pathname, whole, description) : []),
      ...(structure ? [{ 'script:ld+json': structure } as MetaDescriptor] : []),
    ]
  }
}

function described(page: PageData, pathname: string, title: string, description: string): MetaDescriptor[] {
  const { site, locale, business } = page
  const words: MetaDescriptor[] = [{ name: 'description', content: description }]
  if (!site) return words
  const address = `${site}${pathname}`
  return [
    ...words,
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: business.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:locale', content: locale === 'sw' ? 'sw_TZ' : 'en_GB' },
    { property: 'og:image', content: `${site}/social.png` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
