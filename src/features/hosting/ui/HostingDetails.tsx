import { Suspense } from 'react'
import { m } from '../../../paraglide/messages.js'
import { Card } from '../../../kit/Card.tsx'
import { Copyable } from '../../../kit/Copyable.tsx'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { isAddress, type SomeFacts } from '../../products/facts.ts'
import { AccessLine, FactLines, SecretLines } from '../../requests/ui/access/AccessCard.tsx'
import type { Product } from '../../requests/ui/product.ts'
import type { ProductAccess } from '../../requests/ui/requests.api.ts'

/** Other screens would load the texts of the plans in more files. */
const Included = loadedLater(() => import('./IncludedInPlan.tsx').then((file) => file.IncludedInPlan))

interface HostingDetailsProps {
  product: Product
  access: ProductAccess
}

/** Above and below the password. */
const entry = ['panel', 'username'] as const
const servers = ['server', 'ftp_host', 'ftp_user'] as const

/** What the customer needs to build a website: how to get in, where the domain has to point, and what the plan has. */
export function HostingDetails({ product, access: { record, facts, secrets } }: HostingDetailsProps) {
  const hasAccess = secrets.length > 0 || [...entry, ...servers].some((name) => facts[name] !== undefined)
  return (
    <>
      {hasAccess ? (
        <Card>
          <h2 className="text-lg font-bold">{m.hosting_access()}</h2>
          <dl className="mt-2 divide-y divide-line">
            <FactLines product={product} names={entry} facts={facts} />
            <SecretLines product={product} id={record.id} secrets={secrets} />
            <FactLines product={product} names={servers} facts={facts} />
          </dl>
        </Card>
      ) : null}
      <PointDomain product={product} facts={facts} />
      <Suspense>
        <Included product={product} name={product.service.nameOf(record)} facts={facts} />
      </Suspense>
    </>
  )
}

interface PartProps {
  product: Product
  facts: SomeFacts
}

/** Where the website's domain has to point: nameservers, or the address of its A record. */
function PointDomain({ product, facts }: PartProps) {
  const server = typeof facts.server === 'string' && isAddress(facts.server) ? facts.server : undefined
  const address = (facts.ip_address as string | undefined) ?? server
  if (!address && !facts.nameservers) return null
  return (
    <Card>
      <h2 className="text-lg font-bold">{m.hosting_point()}</h2>
      <p className="mt-1 text-sm text-muted">{m.hosting_point_about()}</p>
      <dl className="mt-2 divide-y divide-line">
        <FactLines product={product} names={['nameservers']} facts={facts} />
        {address ? (
          <AccessLine label={m.hosting_a_record()}>
            <Copyable text={address} />
          </AccessLine>
        ) : null}
      </dl>
    </Card>
  )
}
