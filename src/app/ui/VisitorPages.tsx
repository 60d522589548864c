import { Outlet } from 'react-router'
import { QueryProvider } from '../../client/QueryProvider.tsx'
import { Logo, WovenBand } from '../../kit/page/Logo.tsx'
import { Card } from '../../kit/Card.tsx'
import { LanguageSwitch } from '../../kit/page/LanguageSwitch.tsx'

/** The frame of log-in, sign-up and set-up: logo, language switch and one form. */
export default function VisitorPages() {
  return (
    <QueryProvider>
      <WovenBand />
      <div className="mx-auto flex min-h-[calc(100dvh-6px)] max-w-page flex-col px-4 pt-3 pb-4 sm:px-6 md:pt-4">
        <header className="flex min-h-10 items-center justify-between">
          <a href="/" className="inline-flex touch items-center">
            <Logo />
          </a>
          <LanguageSwitch brief />
        </header>
        <main className="mx-auto w-full max-w-lg flex-1 pt-8 pb-16 sm:pt-[min(9vh,72px)]">
          <Card className="max-sm:contents sm:p-10">
            <Outlet />
          </Card>
        </main>
      </div>
    </QueryProvider>
  )
}
