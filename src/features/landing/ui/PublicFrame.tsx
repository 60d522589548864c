import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { CircleAlert, CircleUser } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { Logo, WovenBand } from '../../../kit/page/Logo.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { CartLink } from '../../orders/ui/CartLink.tsx'
import { buttonClasses } from '../../../kit/Button.tsx'
import { LanguageSwitch } from '../../../kit/page/LanguageSwitch.tsx'
import { legalPages, type PageNotice } from '../../../shared/pages.ts'
import { legalTitles } from '../../settings/legal/legal-titles.ts'
import { classes } from '../../../kit/classes.ts'

interface PublicFrameProps {
  /** Items in the cart, if a script of the application has read it. */
  inCart?: number
  /** The signed-in user's menu, if a script has read the session. It replaces the links to sign up and log in. */
  account?: ReactNode
  afterHeader?: ReactNode
  children: ReactNode
}

/** The frame of the public pages: band, header, content, footer. Needs no script. */
export function PublicFrame({ inCart = 0, account, afterHeader, children }: PublicFrameProps) {
  const { notice, isOpen } = usePageData()
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:bg-card focus:p-3">
        {m.site_skip()}
      </a>
      <WovenBand />
      <PublicHeader inCart={inCart} account={account} />
      {afterHeader}
      <PublicNotice notice={notice} />
      <main id="main" className="flex-1">
        {isOpen ? null : <OpeningSoon />}
        {children}
      </main>
      <PublicFooter />
    </div>
  )
}

/** Says on every public page that the shop takes no orders yet. */
const OpeningSoon = () => (
  <p className="mx-auto mt-4 w-full max-w-page px-4 sm:px-6">
    <span className="block rounded-control bg-pending-ground px-4 py-3 text-pending">
      <b>{m.site_opening_soon()}</b> {m.common_not_open_yet()}
    </span>
  </p>
)

const links = [
  { to: '/', label: m.common_home },
  { to: '/pricing', label: m.common_pricing },
  { to: '/support', label: m.common_support },
]

interface PublicHeaderProps {
  inCart: number
  /** Replaces the links to sign up and log in for a signed-in user. */
  account?: ReactNode
}

/**
 * Logo and name, the public pages, and the links to sign up and log in. Two lines on a phone, one on a wider
 * screen.
 */
export function PublicHeader({ inCart, account }: PublicHeaderProps) {
  const { pathname } = useLocation()
  return (
    <header className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-3 px-4 pt-3 sm:gap-x-6 sm:px-6 md:flex-nowrap md:pt-4">
      <a href="/" className="inline-flex touch items-center">
        <Logo />
      </a>
      <nav aria-label={m.site_pages()} className="flex gap-5 max-md:order-4 md:ml-4 md:gap-6">
        {links.map(({ to, label }) => (
          <a
            key={to}
            href={to}
            aria-current={to === pathname ? 'page' : undefined}
            className="inline-flex touch items-center justify-center border-b-2 border-transparent py-2 font-medium hover:text-primary aria-[current]:border-primary"
          >
            {label()}
          </a>
        ))}
      </nav>
      <LanguageSwitch brief className="ml-auto max-md:order-5" />
      <div className="flex gap-1 max-md:ml-auto">
        <CartLink count={inCart} />
        {account ?? <AccountLinks />}
      </div>
      <i className="w-full max-md:order-3 md:hidden" />
    </header>
  )
}

const AccountLinks = () => (
  <>
    <span data-visitor className="contents [&[hidden]]:hidden">
      <a href="/login" className={buttonClasses('quiet')}>
        {m.common_login()}
      </a>
      <a href="/signup" className={buttonClasses('primary')}>
        {m.site_signup()}
      </a>
    </span>
    <a
      href="/dashboard"
      data-account
      hidden
      className={buttonClasses('secondary', 'medium', '[&[hidden]]:hidden')}
    >
      <CircleUser aria-hidden className="size-4" />
      <span className="max-w-28 truncate sm:max-w-44">{m.area_dashboard_home()}</span>
    </a>
  </>
)

/** The pages themselves show the other notices, where they belong. */
const noticeTexts: Partial<Record<PageNotice, () => string>> = {
  'admins-only': m.site_admins_only,
  'needs-script': m.site_needs_script,
}

/**
 * A notice that another page has sent. It looks like a toast and fades by CSS, unless the visitor has to act on it.
 */
function PublicNotice({ notice }: { notice: PageNotice | null }) {
  const text = notice && noticeTexts[notice]
  if (!text) return null
  return (
    <p
      role="alert"
      className={classes(
        notice !== 'needs-script' && 'passing-notice',
        'fixed inset-x-4 bottom-4 z-60 flex items-center gap-3 rounded-control border border-line bg-card px-4 py-3 shadow-soft sm:left-auto sm:w-96',
      )}
    >
      <CircleAlert aria-hidden className="size-5 shrink-0 text-danger" />
      {text()}
    </p>
  )
}

/** The business, and the languages of the page. */
export function PublicFooter() {
  const { business, year, legal } = usePageData()
  const pages = legalPages.filter((page) => legal[page])
  return (
    <footer className="mt-20 border-t border-line">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-8 sm:px-6">
        <Logo />
        {pages.length ? (
          <nav aria-label={m.site_legal()} className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {pages.map((page) => (
              <a key={page} href={`/${page}`} className="inline-flex touch items-center hover:text-primary">
                {legalTitles[page]()}
              </a>
            ))}
          </nav>
        ) : null}
        <LanguageSwitch />
        <p className="w-full text-sm text-muted sm:w-auto">
          © {year} {business.name}. {m.site_rights()}
        </p>
      </div>
    </footer>
  )
}
