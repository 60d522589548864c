import { ArrowLeft } from 'lucide-react'
import { Outlet } from 'react-router'
import { QueryProvider } from '../../client/QueryProvider.tsx'
import { m } from '../../paraglide/messages.js'
import { Card } from '../../kit/Card.tsx'
import { PlainPage } from '../../kit/page/MessagePage.tsx'

/** The frame of log-in, sign-up and set-up: logo, language switch and one form. */
export default function VisitorPages() {
  return (
    <QueryProvider>
      <PlainPage className="pb-4">
        <main className="mx-auto w-full max-w-lg flex-1 pt-4 pb-16 sm:pt-[min(6vh,48px)]">
          <a
            href="/"
            className="mb-3 inline-flex touch items-center gap-1.5 text-sm text-primary underline-offset-4 hover:underline"
          >
            <ArrowLeft aria-hidden className="size-4" />
            {m.site_go_home()}
          </a>
          <Card className="max-sm:contents sm:p-10">
            <Outlet />
          </Card>
          <p className="mt-5 text-center text-sm text-muted">
            {m.site_need_help()}{' '}
            <a href="/support" className="inline-flex touch items-center underline underline-offset-4">
              {m.support_contact()}
            </a>
          </p>
        </main>
      </PlainPage>
    </QueryProvider>
  )
}
