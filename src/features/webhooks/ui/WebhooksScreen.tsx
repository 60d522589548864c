import { useQuery } from '@tanstack/react-query'
import { BookOpen, Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { useMay } from '../../../client/session/staff.tsx'
import { outageMessage } from '../../../client/error-messages.ts'
import { Button, buttonClasses } from '../../../kit/Button.tsx'
import { Copyable } from '../../../kit/Copyable.tsx'
import { EmptyState, ErrorState } from '../../../kit/list/list-states.tsx'
import { Dialog } from '../../../kit/overlay/Dialog.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { KeysSection } from '../../api-keys/ui/KeysSection.tsx'
import { webhooksApi } from './webhooks.api.ts'
import { Deliveries } from './Deliveries.tsx'
import { type Endpoint, EndpointCard } from './EndpointCard.tsx'
import { EndpointDialog } from './EndpointForm.tsx'

export const handle = {
  firstCalls: () => ['/api/admin/webhooks', '/api/admin/keys', '/api/admin/webhook-deliveries'],
}

export const meta = pageTitle(() => ({ title: m.common_webhooks_and_keys() }))

/** Where the shop's events are sent, the log of what was sent, and the keys of programs. */
export default function WebhooksScreen() {
  const list = useQuery(webhooksApi.list.queryOptions())
  const [edited, setEdited] = useState<Endpoint | 'new'>()
  const [shown, setShown] = useState<Shown>()
  const showSecret = (secret: string) => setShown({ secret, isKey: false })
  const may = useMay()
  const items = list.data?.items
  const add = may('settings.write') ? (
    <Button onClick={() => setEdited('new')}>
      <Plus aria-hidden className="size-4" />
      {m.webhooks_add()}
    </Button>
  ) : null
  return (
    <>
      <PageHeader
        title={m.common_webhooks_and_keys()}
        actions={
          <a href="/api/docs" target="_blank" rel="noreferrer" className={buttonClasses('secondary')}>
            <BookOpen aria-hidden className="size-4" />
            {m.webhooks_docs()}
          </a>
        }
      >
        {m.webhooks_about()}
      </PageHeader>
      <section aria-labelledby="endpoints">
        <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
          <div className="min-w-0">
            <h2 id="endpoints" className="text-lg font-bold">
              {m.webhooks_endpoints()}
            </h2>
            <p className="mt-1 max-w-text text-muted">{m.webhooks_endpoints_about()}</p>
          </div>
          {items?.length ? add : null}
        </div>
        {list.isError && !items ? (
          <ErrorState title={m.webhooks_failed()} query={list}>
            {outageMessage(list.error)}
          </ErrorState>
        ) : items?.length === 0 ? (
          <EmptyState icon={Webhook} title={m.webhooks_none()} action={add}>
            {m.webhooks_none_hint()}
          </EmptyState>
        ) : (
          <ul aria-labelledby="endpoints" aria-busy={!items} className="flex flex-col gap-3">
            {items?.map((endpoint) => (
              <EndpointCard
                key={endpoint.id}
                endpoint={endpoint}
                onEdit={() => setEdited(endpoint)}
                onSecret={showSecret}
              />
            )) ?? (
              <li>
                <Skeleton className="h-32 w-full" />
              </li>
            )}
          </ul>
        )}
      </section>
      <Deliveries />
      <KeysSection onKey={(secret) => setShown({ secret, isKey: true })} />
      <EndpointDialog edited={edited} onClose={() => setEdited(undefined)} onSecret={showSecret} />
      <SecretDialog shown={shown} onClose={() => setShown(undefined)} />
    </>
  )
}

/** A new secret of an endpoint, or a new key. */
interface Shown {
  secret: string
  isKey: boolean
}

/** Shows a new secret, the only time. */
function SecretDialog({ shown, onClose }: { shown: Shown | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={shown !== undefined}
      onClose={onClose}
      title={shown?.isKey ? m.keys_copy() : m.webhooks_secret()}
      description={shown?.isKey ? m.keys_copy_about() : m.webhooks_secret_about()}
    >
      <p className="rounded-control bg-well px-3 py-2 font-mono">
        <Copyable text={shown?.secret ?? ''} />
      </p>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>{m.webhooks_secret_done()}</Button>
      </div>
    </Dialog>
  )
}
