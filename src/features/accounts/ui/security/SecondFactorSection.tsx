import { KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Badge } from '../../../../platform/ui/kit/Badge.tsx'
import { Button } from '../../../../platform/ui/kit/Button.tsx'
import { Dialog } from '../../../../platform/ui/kit/Dialog.tsx'
import { ErrorState } from '../../../../platform/ui/kit/ErrorState.tsx'
import { Skeleton } from '../../../../platform/ui/kit/Skeleton.tsx'
import { toast } from '../../../../platform/ui/toasts.tsx'
import { ProfileSection } from '../ProfileSection.tsx'
import { AppRow } from './AppRow.tsx'
import { CodesRow } from './CodesRow.tsx'
import { FactorSetUp } from './FactorSetUp.tsx'
import { freshName, type OwnFactors, useFactors, useFactorsChanged } from './factors.ts'

/** The apps that confirm a log-in, and the recovery codes behind them. */
export function SecondFactorSection() {
  const { data, isError, isFetching, refetch } = useFactors()
  return (
    <ProfileSection title={m.security_second()} about={m.security_second_about()}>
      <div id="second-factor" className="scroll-mt-24" aria-busy={!data}>
        {isError && !data ? (
          <ErrorState title={m.security_factors_failed()} onRetry={() => void refetch()} busy={isFetching} />
        ) : data ? (
          <Factors factors={data} />
        ) : (
          <Skeleton className="h-10 w-60" />
        )}
      </div>
    </ProfileSection>
  )
}

function Factors({ factors: { apps, codesLeft } }: { factors: OwnFactors }) {
  const [adding, setAdding] = useState(false)
  const changed = useFactorsChanged()
  const isOn = apps.length > 0
  const close = () => {
    setAdding(false)
    void changed()
  }
  return (
    <>
      <Badge tone={isOn ? 'available' : 'neutral'}>{isOn ? m.security_on() : m.security_off()}</Badge>
      {isOn ? (
        <ul className="mt-4 divide-y divide-line rounded-card border border-line bg-card">
          {apps.map((app) => (
            <li key={app.id} className="flex flex-wrap items-center gap-3 p-4">
              <Smartphone aria-hidden className="size-5 shrink-0 text-muted" />
              <AppRow app={app} isLast={apps.length === 1} onRemoved={close} />
            </li>
          ))}
          <li className="flex flex-wrap items-center gap-3 p-4">
            <KeyRound aria-hidden className="size-5 shrink-0 text-muted" />
            <CodesRow left={codesLeft} />
          </li>
        </ul>
      ) : null}
      <Button variant={isOn ? 'secondary' : 'primary'} className="mt-4" onClick={() => setAdding(true)}>
        {isOn ? m.security_add_another() : m.security_set_up()}
      </Button>
      <Dialog
        open={adding}
        onClose={close}
        title={m.security_set_up_title()}
        description={m.security_set_up_text()}
      >
        <FactorSetUp
          name={freshName(apps, m.security_app())}
          withCodes={codesLeft === undefined}
          onDone={() => {
            toast.success(m.security_is_on())
            close()
          }}
        />
      </Dialog>
    </>
  )
}
