import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../kit/overlay/toasts.tsx'

export interface Sending<Answer, Input = void> {
  send: (input: Input) => Promise<Answer>
  /** The toast once it is sent, if any. */
  done?: string | ((answer: NoInfer<Answer>, input: NoInfer<Input>) => string | undefined) | undefined
  onDone?: ((answer: NoInfer<Answer>, input: NoInfer<Input>) => unknown) | undefined
  onFailure?: ((error: unknown) => unknown) | undefined
  /** What is fetched again at the end, also after a failure. */
  stale?: readonly QueryKey[]
  /** Called at the end, also after a failure. */
  onEnd?: () => void
}

/** The mutation of a form, which shows the failure itself, or of an act. It is pending until the stale queries are fetched. */
export function useSending<Answer, Input = void>({
  send,
  done,
  onDone,
  onFailure,
  stale = [],
  onEnd,
}: Sending<Answer, Input>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    // A password that was typed, and a secret that was answered, leave the cache with their screen.
    gcTime: 0,
    onSuccess(answer, input) {
      const text = typeof done === 'function' ? done(answer, input) : done
      if (text) toast.success(text)
      return onDone?.(answer, input)
    },
    onError: (error) => onFailure?.(error),
    onSettled() {
      onEnd?.()
      return Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
}

export interface Act<Answer, Input> extends Omit<Sending<Answer, Input>, 'onFailure'> {
  failure: (error: unknown) => string | undefined
}

/** An act without a form. Toasts say how it ended. */
export const useAct = <Answer, Input = void>({ failure, ...act }: Act<Answer, Input>) =>
  useSending({ ...act, onFailure: toastOf(failure) })

/** Shows a failure as a toast, unless it has no sentence. */
export const toastOf = (failure: (error: unknown) => string | undefined) => (error: unknown) => {
  const text = failure(error)
  if (text) toast.error(text)
}
