import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { errorSentence } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { notificationsApi, type NotificationState } from './staff-notifications.api.ts'
import { hasPush, isBlocked, subscribeBrowser, unsubscribeBrowser } from './browser-push.ts'

/** Web Push in this browser: on or off at once, without the form's button. */
export function PushSetting({ push }: Pick<NotificationState, 'push'>) {
  const client = useQueryClient()
  const toggle = useMutation({
    async mutationFn() {
      if (push.is_on) {
        const state = await notificationsApi.unsubscribe.call()
        await unsubscribeBrowser().catch(() => {})
        return state
      }
      const subscription = await subscribeBrowser(push.public_key)
      return subscription && notificationsApi.subscribe.call(subscription)
    },
    onSuccess(state) {
      if (state) client.setQueryData(notificationsApi.read.queryKey(), state)
    },
  })
  const isPossible = hasPush() && !isBlocked()
  const status = push.is_on
    ? m.staff_call_push_on()
    : !hasPush()
      ? m.staff_call_push_missing()
      : isBlocked()
        ? m.staff_call_push_blocked()
        : m.staff_call_push_off()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="text-sm font-semibold">{m.staff_call_push()}</p>
        <p className="text-sm text-muted" role="status">
          {status}
        </p>
        {push.others ? (
          <p className="text-sm text-muted">{m.staff_call_push_others({ count: push.others })}</p>
        ) : null}
        {toggle.error ? (
          <p role="alert" className="text-sm text-danger">
            {errorSentence(m.staff_call_push_failed)(toggle.error)}
          </p>
        ) : null}
      </div>
      {push.is_on || isPossible ? (
        <Button variant="secondary" size="small" busy={toggle.isPending} onClick={() => toggle.mutate()}>
          {push.is_on ? m.staff_call_turn_off() : m.staff_call_turn_on()}
        </Button>
      ) : null}
    </div>
  )
}
