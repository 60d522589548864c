import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { IfMay } from '../../../../client/session/staff.tsx'
import { outageMessage } from '../../../../client/error-messages.ts'
import { Badge } from '../../../../kit/Badge.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { MomentDay } from '../../../../kit/dates.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { ConfirmDialog } from '../../../../kit/overlay/Dialog.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { settingsApi } from '../settings.api.ts'
import { TemplateText } from '../TemplateText.tsx'
import type { SectionProps } from '../use-section.tsx'

type Template = Awaited<ReturnType<typeof settingsApi.messageTemplates.call>>['items'][number]

/** How the shop reads messages of banks that it has learned, each of which can be revoked. */
export function TemplatesSection({ id }: SectionProps) {
  const { data, error } = useQuery(settingsApi.messageTemplates.queryOptions())
  return (
    <Card id={id} aria-labelledby={`${id}-title`} className="flex scroll-mt-20 flex-col gap-5">
      <div>
        <h2 id={`${id}-title`} className="text-lg font-bold">
          {m.settings_templates()}
        </h2>
        <p className="mt-1 max-w-text text-muted">{m.settings_templates_about()}</p>
      </div>
      {error ? <Notice tone="error">{outageMessage(error) ?? m.settings_failed()}</Notice> : null}
      {data?.items.length === 0 ? <p>{m.settings_templates_none()}</p> : null}
      {data?.items.length ? (
        <ul className="flex flex-col divide-y divide-line border-y border-line">
          {data.items.map((template) => (
            <li key={template.id} className="flex flex-col gap-2 py-4">
              <TemplateRow template={template} />
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  )
}

function TemplateRow({
  template: { id, sender, parts, accepted_at, accepted_by, revoked_at },
}: {
  template: Template
}) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const revoke = useMutation({
    mutationFn: () => settingsApi.revokeMessageTemplate.call({ id }),
    onSuccess: () => setAsking(false),
    onError: (error) => toast.error(outageMessage(error) ?? m.settings_failed()),
    onSettled: () => client.invalidateQueries({ queryKey: settingsApi.messageTemplates.key() }),
  })
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold wrap-anywhere">{sender}</h3>
        {revoked_at ? <Badge tone="neutral">{m.settings_templates_revoked()}</Badge> : null}
        <span className="text-sm text-muted">
          {m.settings_templates_accepted({ name: accepted_by ?? '—' })} · <MomentDay at={accepted_at} />
        </span>
      </div>
      <TemplateText parts={parts} />
      {revoked_at ? null : (
        <IfMay needs="settings.write">
          <Button size="small" variant="secondary" className="self-start" onClick={() => setAsking(true)}>
            {m.settings_templates_revoke()}
          </Button>
        </IfMay>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={m.settings_templates_revoke()}
        confirm={m.settings_templates_revoke()}
        onConfirm={() => revoke.mutate()}
        busy={revoke.isPending}
        danger
      >
        {m.settings_templates_revoke_about({ sender })}
      </ConfirmDialog>
    </>
  )
}
