import { useMutation } from '@tanstack/react-query'
import { Laptop, Monitor, Smartphone, Tablet } from 'lucide-react'
import type { InferContractRouterOutputs } from '@orpc/contract'
import { accountsApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { getLocale } from '../../../../paraglide/runtime.js'
import { outageMessage } from '../../../../client/error-messages.ts'
import { Badge } from '../../../../kit/Badge.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { RelativeTime } from '../../../../kit/dates.tsx'
import type { accountsContract } from '../../contract.ts'

type Session = InferContractRouterOutputs<typeof accountsContract>['sessions']['items'][number]

const icons = { desktop: Laptop, mobile: Smartphone, tablet: Tablet }

/** One session: what it is used with, from where, and when last. */
export function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const { device, current, ip, country, last_used_at } = session
  const Icon = device.kind ? icons[device.kind] : Monitor
  const name = deviceWords(device)
  const ending = useMutation(
    accountsApi.endSession.mutationOptions({
      onSuccess() {
        toast.success(m.security_session_ended())
        onEnded()
      },
      onError: (error) => {
        toast.error(outageMessage(error) ?? m.security_session_failed())
        onEnded()
      },
    }),
  )
  return (
    <li className="flex flex-wrap items-center gap-3 p-4">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {[country && placeName(country), ip].filter(Boolean).join(' · ') || m.security_place_unknown()}
          {' · '}
          <RelativeTime at={last_used_at} />
        </p>
      </div>
      {current ? (
        <Badge tone="available">{m.security_this_device()}</Badge>
      ) : (
        <Button
          variant="secondary"
          size="small"
          busy={ending.isPending}
          aria-label={m.security_end_session({ name })}
          onClick={() => ending.mutate({ id: session.id })}
        >
          {m.area_logout()}
        </Button>
      )}
    </li>
  )
}

function deviceWords({ browser, system }: Session['device']): string {
  if (browser && system) return m.security_device({ browser, system })
  return browser ?? system ?? m.security_device_unknown()
}

const placeName = (code: string) => new Intl.DisplayNames(getLocale(), { type: 'region' }).of(code) ?? code
