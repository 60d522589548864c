import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { locales } from '../../shared/pages.ts'
import { classes } from '../classes.ts'
import { usePageData } from './page-data.ts'

const noSubscription = () => () => {}
const names = { en: 'English', sw: 'Kiswahili' }

interface LanguageSwitchProps {
  /** Shows only the other language, where there is little space. */
  brief?: boolean
  className?: string
}

/** Links that change the language and return to the page. The server stores the choice in a cookie. */
export function LanguageSwitch({ brief = false, className }: LanguageSwitchProps) {
  const { locale } = usePageData()
  const { pathname, search } = useLocation()
  // A page is rendered once for all query strings: only the browser knows the one of this request.
  const query = useSyncExternalStore(
    noSubscription,
    () => search,
    () => '',
  )
  // The brief form is a link among others and needs no landmark of its own.
  const Wrapper = brief ? 'div' : 'nav'
  return (
    <Wrapper
      aria-label={brief ? undefined : m.common_language()}
      className={classes('flex gap-4 text-sm', className)}
    >
      {locales
        .filter((one) => !brief || one !== locale)
        .map((one) => (
          <a
            key={one}
            href={`/language/${one}?to=${encodeURIComponent(pathname + query)}`}
            lang={one}
            hrefLang={one}
            aria-current={one === locale ? 'true' : undefined}
            className="inline-flex touch items-center underline-offset-4 hover:underline aria-[current]:font-semibold"
          >
            {names[one]}
          </a>
        ))}
    </Wrapper>
  )
}
