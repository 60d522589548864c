import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { mailsApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { classifyFailure } from '../../../client/api.ts'
import { outageMessage } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'

export type Report = Awaited<ReturnType<typeof mailsApi.test.call>>
type Test = UseMutationResult<Report, Error, void>

/** Sends a mail to the admin's own address and learns what the world knows of the sender. */
export function useTestMail(): Test {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => mailsApi.test.call({}),
    onSuccess({ to, way }) {
      void client.invalidateQueries({ queryKey: mailsApi.list.key() })
      toast.success(way === 'files' ? m.mails_test_to_file() : m.mails_test_sent({ to }))
    },
    onError(error) {
      const failure = classifyFailure(error)
      const code = failure.kind === 'refused' ? failure.code : ''
      toast.error(
        code === 'NO_ADDRESS'
          ? m.mails_test_no_address()
          : code === 'TOO_MANY_REQUESTS'
            ? m.mails_test_wait()
            : (outageMessage(error) ?? m.mails_test_failed()),
      )
    },
  })
}

export const TestMailButton = ({ test }: { test: Test }) => (
  <Button variant="secondary" busy={test.isPending} onClick={() => test.mutate()}>
    <Send aria-hidden className="size-4" />
    {m.mails_test()}
  </Button>
)
