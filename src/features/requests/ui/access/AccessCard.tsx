import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { outageMessage } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { FormattedDate } from '../../../../kit/dates.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import type { FactKind, FactValue, SomeFacts } from '../../../products/facts.ts'
import type { FactName } from '../../../products/products.ts'
import type { ProductAccess } from '../requests.api.ts'
import type { Product } from '../product.ts'
import { factsOfProduct, secretLabel } from './access-labels.ts'
import { SecretDialog } from './SecretDialog.tsx'

interface AccessCardProps {
  product: Product
  /** The id of the service. */
  id: string
}

/** A service with what is needed to use it. */
export const useAccess = ({ product, id }: AccessCardProps) =>
  useQuery(product.calls.access.queryOptions({ input: { id } }))

/**
 * What the customer needs to use a service: its facts to copy, and its secrets, which are shown once. Nothing while there
 * are none.
 */
export function AccessCard({ product, id }: AccessCardProps) {
  const query = useAccess({ product, id })
  if (query.data && !hasAccess(product, query.data)) return null
  return (
    <Card>
      <h2 className="text-lg font-bold">{m.handover_title()}</h2>
      {query.data ? (
        <Access product={product} id={id} access={query.data} />
      ) : query.isError ? (
        <ErrorState title={m.handover_failed()} query={query}>
          {outageMessage(query.error)}
        </ErrorState>
      ) : (
        <Skeleton className="mt-3 h-16 w-full" />
      )}
    </Card>
  )
}

const knownFacts = ({ name }: Product, { facts }: ProductAccess) =>
  factsOfProduct(name).filter((fact) => facts[fact.name] !== undefined)

const hasAccess = (product: Product, access: ProductAccess) =>
  knownFacts(product, access).length > 0 || access.secrets.length > 0

function Access({ product, id, access }: AccessCardProps & { access: ProductAccess }) {
  const facts = knownFacts(product, access)
  return (
    <dl className="mt-2 divide-y divide-line">
      {facts.map(({ name: fact, kind, label }) => (
        <AccessLine key={fact} label={label}>
          <Fact kind={kind} value={access.facts[fact]!} name={fact} />
        </AccessLine>
      ))}
      <SecretLines product={product} id={id} secrets={access.secrets} />
    </dl>
  )
}

/** The lines of some facts of a service, as far as they are known. */
export const FactLines = ({
  product,
  names,
  facts,
}: {
  product: Product
  names: readonly FactName[]
  facts: SomeFacts
}) =>
  factsOfProduct(product.name).map(({ name, kind, label }) =>
    names.includes(name) && facts[name] !== undefined ? (
      <AccessLine key={name} label={label}>
        <Fact kind={kind} value={facts[name]} name={name} />
      </AccessLine>
    ) : null,
  )

/** The lines of a service's secrets, each with the button that shows it once. */
export function SecretLines({ product, id, secrets }: AccessCardProps & Pick<ProductAccess, 'secrets'>) {
  // The dialog stays while the secret is on it, though the list already says that it was shown.
  const [asked, setAsked] = useState<string>()
  return (
    <>
      {secrets.map((secret) => (
        <AccessLine key={secret.name} label={secretLabel(secret.name)}>
          {secret.shown_at ? (
            <span className="text-sm font-normal text-muted">
              {m.handover_shown()} <FormattedDate at={secret.shown_at} />. {m.handover_lost()}
            </span>
          ) : (
            <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <Button
                size="small"
                variant="secondary"
                aria-label={m.handover_show_name({ secret: secretLabel(secret.name) })}
                onClick={() => setAsked(secret.name)}
              >
                {m.common_show()}
              </Button>
              <span className="text-sm font-normal text-muted">{m.handover_once()}</span>
            </span>
          )}
          {asked === secret.name ? (
            <SecretDialog product={product} id={id} secret={asked} onClose={() => setAsked(undefined)} />
          ) : null}
        </AccessLine>
      ))}
    </>
  )
}

/** What is known of a service under a label. */
export const AccessLine = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
    <dt className="text-sm text-muted sm:pt-0.5">{label}</dt>
    <dd className="min-w-0 font-semibold">{children}</dd>
  </div>
)

/** They are read, and typed nowhere. */
const sizes: readonly FactName[] = ['mailbox_size', 'disk_space', 'mailboxes']

function Fact({ kind, value, name }: { kind: FactKind; value: FactValue; name: FactName }) {
  if (Array.isArray(value))
    return (
      <ul className="flex flex-col gap-1">
        {value.map((one) => (
          <li key={one}>
            <Copyable text={one} />
          </li>
        ))}
      </ul>
    )
  const text = String(value)
  if (sizes.includes(name)) return text
  return (
    <Copyable text={text}>
      {kind === 'url' ? (
        <a href={text} target="_blank" rel="noreferrer" className="text-primary underline underline-offset-4">
          {text.replace(/^https:\/\/|\/$/g, '')}
        </a>
      ) : (
        text
      )}
    </Copyable>
  )
}
