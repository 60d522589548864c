import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { availabilityApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { Badge } from '../../../kit/Badge.tsx'
import { Button } from '../../../kit/Button.tsx'

export type SuffixHealth = Awaited<ReturnType<typeof availabilityApi.health.call>>['items'][number]

/** Asks a registry now for a name that is registered and for one that nobody has, and says what came. */
export function TestButton({ suffix }: { suffix: string }) {
  const client = useQueryClient()
  const test = useMutation({
    mutationFn: () => availabilityApi.test.call({ suffix }),
    onSettled: () => client.invalidateQueries({ queryKey: availabilityApi.health.key() }),
  })
  const { data } = test
  return (
    <span className="flex flex-col items-start gap-1.5 max-sm:items-end">
      <Button
        variant="secondary"
        size="small"
        busy={test.isPending}
        aria-label={m.engine_test_suffix({ suffix })}
        onClick={() => test.mutate()}
      >
        {m.engine_test()}
      </Button>
      <span role="status" className="empty:hidden">
        {data ? (
          <>
            <Badge tone={data.ok ? 'available' : 'pending'} icon={data.ok ? CircleCheck : TriangleAlert}>
              {data.ok ? m.engine_test_right() : m.engine_test_wrong()}
            </Badge>
            <span className="mt-1 block text-sm text-muted">
              {[data.registered, data.unheard].map(({ status, ms }) => `${status} ${ms} ms`).join(' · ')}
            </span>
          </>
        ) : null}
        {test.isError ? (outageMessage(test.error) ?? m.engine_test_failed()) : null}
      </span>
    </span>
  )
}
