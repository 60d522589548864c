import { m } from '../../../paraglide/messages.js'
import { errorSentence } from '../../../client/error-messages.ts'
import { AskedButton } from '../../../client/form/AskedButton.tsx'
import { useNow } from '../../../kit/dates.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { type ProductService, serviceStatesApi } from '../../requests/ui/requests.api.ts'
import { customersApi } from './customers.api.ts'

const releaseFailure = errorSentence(m.requests_try_again, { NOT_EXPIRED: m.services_not_expired })

/** Releases an expired name after a confirmation. It can't be undone. */
export function ReleaseService({ service, name }: { service: ProductService; name: string }) {
  const now = useNow()
  if (service.expires_at === null || Date.parse(service.expires_at) > now) return null
  return (
    <AskedButton
      variant="quiet"
      className="-ml-3 sm:-my-1.5"
      aria-label={m.customers_release_name({ name })}
      danger
      title={m.customers_release_title({ name })}
      about={m.customers_release_about({ name })}
      confirm={m.customers_release()}
      act={{
        send: () => serviceStatesApi.release.call({ id: service.id }),
        done: m.customers_released({ name }),
        onDone({ open_renewal }) {
          if (open_renewal) toast.notice(m.customers_release_renewal({ name }))
        },
        failure: (error) => `${m.customers_release_failed({ name })} ${releaseFailure(error)}`,
        stale: [customersApi.key()],
      }}
    >
      {m.customers_release()}
    </AskedButton>
  )
}
