import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { ReadOnlyUnless } from '../../../../client/session/staff.tsx'
import { outageMessage } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { MomentDay } from '../../../../kit/dates.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { settingsApi } from '../settings.api.ts'
import type { SectionProps } from '../use-section.tsx'

/** How the shop's phone sends on what it receives: the address, the secret, and three steps on the phone. */
export function MessagesSection({ id }: SectionProps) {
  const client = useQueryClient()
  const hook = useQuery(settingsApi.messageSecret.queryOptions())
  const rotate = useMutation({
    mutationFn: () => settingsApi.rotateMessageSecret.call({}),
    onSettled: () => client.invalidateQueries({ queryKey: settingsApi.messageSecret.key() }),
  })
  const { data } = hook
  return (
    <Card id={id} aria-labelledby={`${id}-title`} className="flex scroll-mt-20 flex-col gap-5">
      <div>
        <h2 id={`${id}-title`} className="text-lg font-bold">
          {m.settings_messages()}
        </h2>
        <p className="mt-1 max-w-text text-muted">{m.settings_messages_about()}</p>
      </div>
      <dl className="grid gap-4 sm:grid-cols-2">
        <div className="min-w-0">
          <dt className="text-sm text-muted">{m.common_address()}</dt>
          <dd className="font-semibold">{data ? <Copyable text={data.address} /> : '—'}</dd>
        </div>
        <div className="min-w-0">
          <dt className="text-sm text-muted">{m.settings_messages_secret()}</dt>
          <dd className="font-semibold">
            {data?.created_at ? (
              <>
                {m.settings_messages_made()} <MomentDay at={data.created_at} />
              </>
            ) : (
              m.settings_messages_no_secret()
            )}
          </dd>
        </div>
      </dl>
      {rotate.data ? (
        <Notice tone="success">
          <p className="font-semibold">{m.settings_messages_copy_now()}</p>
          <p className="mt-1 font-mono">
            <Copyable text={rotate.data.secret} />
          </p>
        </Notice>
      ) : null}
      {data?.previous_until ? <Notice tone="info">{m.settings_messages_overlap()}</Notice> : null}
      {(rotate.error ?? hook.error) ? (
        <Notice tone="error">{outageMessage(rotate.error ?? hook.error) ?? m.settings_failed()}</Notice>
      ) : null}
      <ReadOnlyUnless needs="settings.write">
        <Button
          className="self-start"
          variant={data?.created_at ? 'secondary' : 'primary'}
          busy={rotate.isPending}
          onClick={() => rotate.mutate()}
        >
          {data?.created_at ? m.settings_messages_rotate() : m.settings_messages_make()}
        </Button>
      </ReadOnlyUnless>
      <div>
        <h3 className="font-semibold">{m.settings_messages_steps()}</h3>
        <ol className="mt-1 list-decimal space-y-1 pl-5">
          <li>{m.settings_messages_step_app()}</li>
          <li>{m.settings_messages_step_hook()}</li>
          <li>{m.settings_messages_step_key()}</li>
        </ol>
      </div>
    </Card>
  )
}
