import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { Logo, WovenBand } from './Logo.tsx'
import { buttonClasses } from '../Button.tsx'
import { classes } from '../classes.ts'
import { inputClasses } from '../form/Field.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'

interface PlainPageProps {
  /** The padding below the content. */
  className: 'pb-4' | 'pb-6'
  children: ReactNode
}

/** The frame of a page without navigation: a link home with the logo, and the language switch. */
export function PlainPage({ className, children }: PlainPageProps) {
  return (
    <>
      <WovenBand />
      <div
        className={`mx-auto flex min-h-[calc(100dvh-6px)] max-w-page flex-col px-4 pt-3 sm:px-6 md:pt-4 ${className}`}
      >
        <header className="flex min-h-10 items-center justify-between">
          <a href="/" className="inline-flex touch items-center">
            <Logo />
          </a>
          <LanguageSwitch brief />
        </header>
        {children}
      </div>
    </>
  )
}

interface MessagePageProps {
  title: string
  text: string
  children?: ReactNode
}

/** A page with one message and a link to the home page. */
export function MessagePage({ title, text, children }: MessagePageProps) {
  return (
    <PlainPage className="pb-6">
      <main className="mx-auto grid w-full flex-1 content-center items-center gap-x-20 gap-y-8 pt-8 pb-16 max-md:content-start md:grid-cols-[1fr_auto]">
        <div className="max-w-lg">
          <h1 className="font-display text-3xl font-black">{title}</h1>
          <p className="mt-3 text-lg text-muted">{text}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            {children}
            <a href="/" className={buttonClasses('secondary')}>
              {m.site_go_home()}
            </a>
          </div>
        </div>
        <LooseThreads className="w-40 max-md:order-first md:w-[34vw] md:max-w-96" />
      </main>
    </PlainPage>
  )
}

/** A woven band that comes apart: the picture of a page that is not there. */
function LooseThreads({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 240 150" aria-hidden fill="none" strokeWidth="9" className={className}>
      <path className="stroke-lagoon" d="M0 62h96c34 0 36-44 70-44 26 0 34 18 74 12" />
      <path className="stroke-saffron" d="M0 75h104c30 0 44-8 66-4 24 4 36 22 70 12" />
      <path className="stroke-coral" d="M0 88h92c36 0 34 46 68 46 28 0 44-22 80-8" />
      <path className="stroke-ground" strokeWidth="4" d="M24 56v38M48 56v38M72 56v38" />
    </svg>
  )
}

/** The message of every address that does not exist, with the search for a name. */
export function NotFoundPage() {
  return (
    <MessagePage title={m.site_not_found_title()} text={m.site_not_found_text()}>
      <form action="/results" role="search" className="mb-3 flex w-full flex-wrap gap-2">
        <input
          name="domain"
          aria-label={m.search_label()}
          placeholder={m.search_placeholder()}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
          enterKeyHint="search"
          maxLength={300}
          className={classes(inputClasses, 'h-12 min-w-48 grow-9 basis-64 text-lg')}
        />
        <button type="submit" className={buttonClasses('accent', 'large', 'max-sm:grow')}>
          {m.common_search()}
        </button>
      </form>
      <a href="/support" className={buttonClasses('secondary')}>
        {m.common_support()}
      </a>
    </MessagePage>
  )
}

/** The page of a screen that failed: an apology, a button to reload and a link home, without the cause. */
export function ErrorPage() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  const isOffline = typeof navigator !== 'undefined' && !navigator.onLine
  const [title, text] = isOffline
    ? [m.site_offline_title(), m.site_offline_text()]
    : [m.site_error_title(), m.site_error_text()]
  return (
    <MessagePage title={title} text={text}>
      <button type="button" className={buttonClasses('primary')} onClick={() => location.reload()}>
        {m.kit_try_again()}
      </button>
    </MessagePage>
  )
}
