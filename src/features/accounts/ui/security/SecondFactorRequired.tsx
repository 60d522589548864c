import { m } from '../../../../paraglide/messages.js'
import { Logo, WovenBand } from '../../../../kit/page/Logo.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { signOut } from '../../../../client/session.ts'
import { FactorSetUp } from './FactorSetUp.tsx'

/** Where the shop asks all admins for a second factor: nothing else opens before there is one. */
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
          <h1 className="text-2xl font-black">{m.security_required_title()}</h1>
          <p className="mt-2 mb-6 text-muted">{m.security_required_text()}</p>
          <FactorSetUp appName={m.security_app()} withCodes onDone={onDone} />
        </Card>
      </main>
    </>
  )
}
