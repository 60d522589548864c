import { Suspense, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Badge } from '../../../../kit/Badge.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { ProfileSection } from '../profile/ProfileSection.tsx'
import { useAuthSettings } from '../auth-service.ts'
import { useOwnLogins, useReloadLogins } from './factors.ts'

const FactorList = loadedLater(() => import('./FactorList.tsx').then((module) => module.FactorList))
const EnrollFactor = loadedLater(() => import('./EnrollFactor.tsx').then((module) => module.EnrollFactor))

/** The authenticator apps, phones and recovery codes of the account. */
export function SecondFactorSection() {
  const { data, isError, isFetching, refetch } = useOwnLogins()
  const hasSms = useAuthSettings().data?.mfa_phone_enabled
  return (
    <ProfileSection
      title={m.security_second()}
      about={hasSms ? m.security_second_about_sms() : m.security_second_about()}
    >
      <div id="second-factor" className="scroll-mt-24" aria-busy={!data}>
        {isError && !data ? (
          <ErrorState title={m.security_factors_failed()} query={{ refetch, isFetching }} />
        ) : data ? (
          <Factors {...data} />
        ) : (
          <Skeleton className="h-10 w-60" />
        )}
      </div>
    </ProfileSection>
  )
}

function Factors({ apps, phones, codesLeft }: NonNullable<ReturnType<typeof useOwnLogins>['data']>) {
  const [adding, setAdding] = useState(false)
  const reload = useReloadLogins()
  const { data: settings } = useAuthSettings()
  const all = [...apps, ...phones]
  const isOn = all.length > 0
  const close = () => {
    setAdding(false)
    void reload()
  }
  return (
    <>
      <p>
        <Badge tone={isOn ? 'available' : 'neutral'}>{isOn ? m.security_on() : m.security_off()}</Badge>
      </p>
      {isOn ? (
        <Suspense fallback={<Skeleton className="mt-4 h-40 w-full" />}>
          <FactorList factors={all} codesLeft={codesLeft} onRemoved={close} />
        </Suspense>
      ) : null}
      {settings && !settings.mfa_totp_enabled && !settings.mfa_phone_enabled ? null : (
        <Button variant="secondary" className="mt-4" onClick={() => setAdding(true)}>
          {!isOn
            ? m.security_set_up()
            : settings?.mfa_phone_enabled
              ? m.security_add_way()
              : m.security_add_another()}
        </Button>
      )}
      <Dialog open={adding} onClose={close} title={m.security_set_up_title()}>
        <Suspense fallback={<Skeleton className="h-60 w-full" />}>
          <EnrollFactor
            apps={apps}
            withCodes={codesLeft === undefined}
            onDone={() => {
              toast.success(m.security_is_on())
              close()
            }}
          />
        </Suspense>
      </Dialog>
    </>
  )
}
