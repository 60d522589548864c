import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { locales } from '../../shared/pages.ts'
import { classes } from '../classes.ts'
import { usePageData } from './page-data.ts'

const never = () => () => {}
const names = { en: 'English', sw: 'Kiswahili' }

interface LanguageSwitchProps {
  /** Shows the other language only, where there is little room. */
  brief?: boolean
  className?: string
}

/** Links that choose the language and come back to the page. The server keeps the choice in a cookie. */
export function LanguageSwitch({ brief = false, className }: LanguageSwitchProps) {
  const { locale } = usePageData()
  const { pathname, search } = useLocation()
  // A page is rendered once for all addresses: what stands behind the question mark is known to the browser alone.
  const asked = useSyncExternalStore(
    never,
    () => search,
    () => '',
  )
  // One landmark a page is enough: the brief form is a link among others.
  const Frame = brief ? 'div' : 'nav'
  return (
    <Frame
      aria-label={brief ? undefined : m.site_language()}
      className={classes('flex gap-4 text-sm', className)}
    >
      {locales
        .filter((one) => !brief || one !== locale)
        .map((one) => (
          <a
            key={one}
            href={`/language/${one}?to=${encodeURIComponent(pathname + asked)}`}
            lang={one}
            hrefLang={one}
            aria-current={one === locale ? 'true' : undefined}
            className="inline-flex touch items-center underline-offset-4 hover:underline aria-[current]:font-semibold"
          >
            {names[one]}
          </a>
        ))}
    </Frame>
  )
}
