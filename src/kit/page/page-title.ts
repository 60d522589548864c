import type { MetaArgs, MetaDescriptor } from 'react-router'
import { pageDefaults, type PageData } from '../../shared/pages.ts'

interface PageMeta {
  title: string
  /** For search engines and link previews. Adds the canonical address and the Open Graph tags. */
  description?: string
  /** JSON-LD for search engines. For pages without script only: Trusted Types refuse it in the browser. */
  structure?: object
  /** Not to be indexed, such as the answer to a form. */
  noIndex?: boolean
}

/** The `meta` function of a route: title with the name of the business, description and preview. */
export function pageTitle(metaOf: (data: PageData) => PageMeta) {
  return ({ matches, location }: Pick<MetaArgs, 'matches' | 'location'>): MetaDescriptor[] => {
    const root = matches.find((match) => match?.id === 'root')
    const page = (root?.loaderData as PageData | undefined) ?? pageDefaults
    const { title, description, structure, noIndex } = metaOf(page)
    const whole = title.includes(page.business.name) ? title : `${title} · ${page.business.name}`
    return [
      { title: whole },
      ...(noIndex ? [{ name: 'robots', content: 'noindex' }] : []),
      ...(description ? descriptionTags(page, location.pathname, whole, description) : []),
      ...(structure ? [{ 'script:ld+json': structure } as MetaDescriptor] : []),
    ]
  }
}

function descriptionTags(
  page: PageData,
  pathname: string,
  title: string,
  description: string,
): MetaDescriptor[] {
  const { site, locale, business } = page
  const tags: MetaDescriptor[] = [{ name: 'description', content: description }]
  if (!site) return tags
  const address = `${site}${pathname}`
  return [
    ...tags,
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
