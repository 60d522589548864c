import { ShieldCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Button, LinkButton } from '../../../../kit/Button.tsx'
import { Logo, WovenBand } from '../../../../kit/page/Logo.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { signOut, useSession } from '../../../../client/session/session.ts'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { Skeleton } from '../../../../kit/Skeleton.tsx'

const EnrollFactor = loadedLater(() => import('./EnrollFactor.tsx').then((module) => module.EnrollFactor))

const STORAGE_KEY = 'kikoa-second-factor-offered'

/** Offers an admin to set up a second factor, until they do or dismiss it. */
export function SecondFactorOffer() {
  const session = useSession()
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(STORAGE_KEY) !== null)
  if (dismissed || session.status !== 'signed-in' || session.hasFactor) return null
  const notNow = () => {
    localStorage.setItem(STORAGE_KEY, 'not now')
    setDismissed(true)
  }
  return (
    <section
      aria-labelledby="second-factor-offer"
      className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-2 rounded-card border border-line bg-card p-4"
    >
      <ShieldCheck aria-hidden className="size-8 shrink-0 text-primary max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-64">
        <h2 id="second-factor-offer" className="font-bold">
          {m.security_offer_title()}
        </h2>
        <p className="text-muted max-sm:hidden">{m.security_offer_text()}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <LinkButton to="/admin/profile#second-factor" size="small">
          {m.security_set_up()}
        </LinkButton>
        <Button variant="quiet" size="small" onClick={notNow}>
          {m.security_not_now()}
        </Button>
      </div>
    </section>
  )
}

/** If admins must have a second factor, this replaces the admin area until one is set up. */
export function SecondFactorRequired({ onDone }: { onDone: () => void }) {
  return (
    <>
      <WovenBand />
      <main className="mx-auto max-w-lg px-4 py-8">
        <div className="mb-6 flex items-center justify-between gap-4">
          <Logo />
          <Button variant="quiet" onClick={() => void signOut('local')}>
            {m.area_logout()}
          </Button>
        </div>
        <Card>
          <h1 className="text-2xl font-black">{m.security_set_up_title()}</h1>
          <p className="mt-2 mb-6 text-muted">{m.security_required_text()}</p>
          <Suspense fallback={<Skeleton className="h-44 w-full" />}>
            <EnrollFactor apps={[]} withCodes onDone={onDone} />
          </Suspense>
        </Card>
      </main>
    </>
  )
}
