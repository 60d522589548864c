import { useQuery } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { Card } from '../../../kit/Card.tsx'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { QrCode } from '../../../kit/QrCode.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { FactLines, SecretLines } from '../../requests/ui/access/AccessCard.tsx'
import type { Product } from '../../requests/ui/product.ts'
import type { ProductAccess } from '../../requests/ui/requests.api.ts'
import { mailServersOf } from '../mail-servers.ts'
import { emailProduct } from './email-product.ts'
import { emailsApi } from './emails.api.ts'
import { MailServers, ProfileLink, SetUpSteps } from './MailServers.tsx'

interface MailboxDetailsProps {
  product: Product
  access: ProductAccess
}

/** What the customer needs to read and send mail: the password, both servers, and how to set up a phone. */
export function MailboxDetails({ product, access: { record, facts, secrets } }: MailboxDetailsProps) {
  const servers = mailServersOf(facts)
  const hasLines = secrets.length > 0 || facts.mailbox_size !== undefined
  if (!servers && !hasLines) return null
  return (
    <Card>
      <h2 className="text-lg font-bold">{m.mailbox_settings()}</h2>
      <p className="text-sm text-muted">{m.mailbox_settings_about()}</p>
      {servers ? <MailServers email={emailProduct.service.nameOf(record)} {...servers} /> : null}
      {hasLines ? (
        <dl className="mt-4 divide-y divide-line border-t border-line">
          <SecretLines product={product} id={record.id} secrets={secrets} />
          <FactLines product={product} names={['mailbox_size']} facts={facts} />
        </dl>
      ) : null}
      {servers ? <SetUp id={record.id} /> : null}
    </Card>
  )
}

/** A link is valid for a day. A page that is open for longer asks for another one. */
const FRESH_MS = 12 * 3_600_000

/** The steps for each device, and the code that opens the settings on a phone. */
function SetUp({ id }: { id: string }) {
  const query = useQuery({
    ...emailsApi.linkSettings.queryOptions({ input: { id } }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  })
  const token = query.data?.token
  return (
    <section className="mt-6">
      <h3 className="text-lg font-bold">{m.mailbox_steps()}</h3>
      {token ? (
        <div className="mt-3 flex items-center gap-4 max-sm:hidden">
          <QrCode
            text={`${window.location.origin}/mail-settings/${token}`}
            label={m.mailbox_qr()}
            className="size-36 shrink-0 rounded-control border border-line"
          />
          <p className="max-w-text text-sm text-muted">{m.mailbox_qr_about()}</p>
        </div>
      ) : query.isError ? (
        <ErrorState title={m.mailbox_link_failed()} query={query}>
          {outageMessage(query.error)}
        </ErrorState>
      ) : (
        <Skeleton className="mt-3 h-36 w-full" />
      )}
      <SetUpSteps profile={token ? <ProfileLink token={token} /> : null} />
    </section>
  )
}
