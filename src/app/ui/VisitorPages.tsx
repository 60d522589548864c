import { Outlet } from 'react-router'
import { QueryProvider } from '../../client/QueryProvider.tsx'
import { Card } from '../../kit/Card.tsx'
import { PlainPage } from '../../kit/page/MessagePage.tsx'

/** The frame of log-in, sign-up and set-up: logo, language switch and one form. */
export default function VisitorPages() {
  return (
    <QueryProvider>
      <PlainPage className="pb-4">
        <main className="mx-auto w-full max-w-lg flex-1 pt-8 pb-16 sm:pt-[min(9vh,72px)]">
          <Card className="max-sm:contents sm:p-10">
            <Outlet />
          </Card>
        </main>
      </PlainPage>
    </QueryProvider>
  )
}
