import { Link2, Link2Off } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../../paraglide/messages.js'
import { entityLabel } from './sentences.ts'
import type { Entry } from './audit.api.ts'

const roleLabels: Record<string, () => string> = {
  user: m.common_customer,
  admin: m.audit_role_admin,
  service: m.audit_role_service,
  anonymous: m.audit_role_anonymous,
}

/** An entry as the log has it: its codes, ids and place in the chain. */
export function TechnicalDetails({ entry }: { entry: Entry }) {
  const { action, actor, actor_role, entity, entity_id, before, after, seq } = entry
  return (
    <details>
      <summary className="w-fit cursor-pointer touch py-1 text-sm font-semibold text-primary">
        {m.audit_technical()}
      </summary>
      <dl className="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
        <Fact name={m.audit_action()} value={<code className="font-mono">{action}</code>} />
        <Fact name={m.audit_entity()} value={entityLabel(entity)} />
        {entity_id ? <Fact name={m.audit_entity_id()} value={entity_id} /> : null}
        <Fact name={m.audit_who()} value={roleLabels[actor_role]?.() ?? actor_role} />
        {actor ? <Fact name={m.common_account()} value={actor.email ?? actor.id} /> : null}
        <Fact
          name={m.audit_chain()}
          value={
            <span className="inline-flex items-center gap-1.5">
              {seq === null ? (
                <Link2Off aria-hidden className="size-3.5" />
              ) : (
                <Link2 aria-hidden className="size-3.5" />
              )}
              {seq === null ? m.audit_unsealed() : m.audit_sealed({ number: seq })}
            </span>
          }
        />
      </dl>
      {before || after ? (
        <pre className="mt-2 rounded-control bg-well p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
          {JSON.stringify({ ...(before && { before }), ...(after && { after }) }, null, 2)}
        </pre>
      ) : null}
    </details>
  )
}

const Fact = ({ name, value }: { name: string; value: ReactNode }) => (
  <div className="flex min-w-0 gap-1.5">
    <dt className="shrink-0">{name}:</dt>
    <dd className="min-w-0 wrap-anywhere">{value}</dd>
  </div>
)
