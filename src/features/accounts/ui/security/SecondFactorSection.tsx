import { KeyRound, MessageSquareText, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Badge } from '../../../../kit/Badge.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { ProfileSection } from '../ProfileSection.tsx'
import { useServiceSettings } from '../service-settings.ts'
import { CodesRow } from './CodesRow.tsx'
import { FactorSetUp } from './FactorSetUp.tsx'
import { FactorRow } from './FactorRow.tsx'
import { freshName, isPhone, type OwnFactors, useFactors, useFactorsChanged } from './factors.ts'

/** The apps and phones that confirm a log-in, and the recovery codes behind them. */
export function SecondFactorSection() {
  const { data, isError, isFetching, refetch } = useFactors()
  const texts = useServiceSettings().data?.mfa_phone_enabled
  return (
    <ProfileSection
      title={m.security_second()}
      about={texts ? m.security_second_about_sms() : m.security_second_about()}
    >
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

function Factors({ factors: { apps, phones, codesLeft } }: { factors: OwnFactors }) {
  const [adding, setAdding] = useState(false)
  const changed = useFactorsChanged()
  const { data: settings } = useServiceSettings()
  const all = [...apps, ...phones]
  const isOn = all.length > 0
  const close = () => {
    setAdding(false)
    void changed()
  }
  return (
    <>
      <p>
        <Badge tone={isOn ? 'available' : 'neutral'}>{isOn ? m.security_on() : m.security_off()}</Badge>
      </p>
      {isOn ? (
        <ul className="mt-4 divide-y divide-line rounded-card border border-line bg-card">
          {all.map((factor) => (
            <li key={factor.id} className="flex flex-wrap items-center gap-3 p-4">
              <FactorIcon isPhone={isPhone(factor)} />
              <FactorRow factor={factor} isLast={all.length === 1} onRemoved={close} />
            </li>
          ))}
          <li className="flex flex-wrap items-center gap-3 p-4">
            <KeyRound aria-hidden className="size-5 shrink-0 text-muted" />
            <CodesRow left={codesLeft} />
          </li>
        </ul>
      ) : null}
      {settings && !settings.mfa_totp_enabled && !settings.mfa_phone_enabled ? null : (
        <Button variant={isOn ? 'secondary' : 'primary'} className="mt-4" onClick={() => setAdding(true)}>
          {!isOn
            ? m.security_set_up()
            : settings?.mfa_phone_enabled
              ? m.security_add_way()
              : m.security_add_another()}
        </Button>
      )}
      <Dialog open={adding} onClose={close} title={m.security_set_up_title()}>
        <FactorSetUp
          appName={freshName(apps, m.security_app())}
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

function FactorIcon({ isPhone }: { isPhone: boolean }) {
  const Icon = isPhone ? MessageSquareText : Smartphone
  return <Icon aria-hidden className="size-5 shrink-0 text-muted" />
}
