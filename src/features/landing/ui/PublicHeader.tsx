import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { buttonClasses } from '../../../kit/Button.tsx'
import { LanguageSwitch } from '../../../kit/page/LanguageSwitch.tsx'
import { Logo } from '../../../kit/page/Logo.tsx'
import { CartLink } from './CartLink.tsx'

const links = [
  { to: '/', words: m.site_home },
  { to: '/pricing', words: m.site_pricing },
  { to: '/support', words: m.site_support },
]

interface PublicHeaderProps {
  inCart?: number
  /** Stands in place of the ways in, where somebody is in already. */
  account?: ReactNode
}

/** Mark and name, the public pages, and the two ways in. Two lines on a phone, one on a wider screen. */
export function PublicHeader({ inCart = 0, account }: PublicHeaderProps) {
  const { pathname } = useLocation()
  return (
    <header className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-3 px-4 pt-3 sm:gap-x-6 sm:px-6 md:flex-nowrap md:pt-4">
      <a href="/" className="inline-flex touch items-center">
        <Logo />
      </a>
      <nav aria-label={m.site_pages()} className="flex gap-5 max-md:order-4 md:ml-4 md:gap-6">
        {links.map(({ to, words }) => (
          <a
            key={to}
            href={to}
            aria-current={to === pathname ? 'page' : undefined}
            className="inline-flex touch items-center justify-center border-b-2 border-transparent py-2 font-medium hover:text-primary aria-[current]:border-primary"
          >
            {words()}
          </a>
        ))}
      </nav>
      <LanguageSwitch brief className="ml-auto max-md:order-5" />
      <div className="flex gap-1 max-md:ml-auto">
        <CartLink count={inCart} />
        {account ?? <WaysIn />}
      </div>
      <i className="w-full max-md:order-3 md:hidden" />
    </header>
  )
}

const WaysIn = () => (
  <>
    <a href="/login" className={buttonClasses('quiet')}>
      {m.site_login()}
    </a>
    <a href="/signup" className={buttonClasses('primary')}>
      {m.site_signup()}
    </a>
  </>
)
