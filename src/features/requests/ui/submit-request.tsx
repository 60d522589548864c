import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { classifyFailure } from '../../../client/api.ts'
import { toast } from '../../../kit/overlay/toasts.tsx'
import type { Product } from './product.ts'
import { failureReason, refusalCode } from '../../../client/error-messages.ts'
import { m } from '../../../paraglide/messages.js'
import { Notice } from '../../../kit/Notice.tsx'

/** Texts that replace the product's own after a request. */
interface SubmitTexts {
  sent?: () => string
  failed?: () => string
  /** Shown instead of all other texts when the session has ended. */
  sessionEnded?: () => string
}

/** Why a request is not taken, where only a request can be refused for it. */
const refusalTexts: Record<string, () => string> = {
  NOT_OPEN: m.common_not_open_yet,
  EMAIL_ADDRESS_INVALID: m.emails_invalid,
  PLAN_UNKNOWN: m.hosting_plan_unknown,
  TOO_MANY_OPEN: m.requests_too_many_open,
}

/** Why a request was not taken, as a sentence. */
export const submitFailure = (error: unknown, product: Product): string =>
  refusalTexts[refusalCode(error) ?? '']?.() ?? failureReason(error, product)

/**
 * Sends a request and shows the result as a toast. `ProfileNotice` shows the refusal for an incomplete profile. The
 * lists concerned are fetched again in every case.
 */
export function useSubmit(product: Product, texts: SubmitTexts = {}) {
  const client = useQueryClient()
  const { sent = product.texts.sent, failed = product.texts.sendFailed, sessionEnded } = texts
  return useMutation({
    mutationFn: (input: unknown) => product.calls.submit.call(input),
    onSuccess: () => toast.success(sent()),
    onError: (error) => {
      if (refusalCode(error) === 'PROFILE_INCOMPLETE') return
      if (sessionEnded && classifyFailure(error).kind === 'session-ended') toast.error(sessionEnded())
      else toast.error(`${failed()} ${submitFailure(error, product)}`)
    },
    onSettled: (_request, error) => {
      void client.invalidateQueries({ queryKey: product.calls.list.key() })
      if (error) void client.invalidateQueries({ queryKey: product.calls.services.key() })
    },
  })
}

/** Shown where a request was refused for an incomplete profile, with a link to the profile. */
export function ProfileNotice({ error, failed }: { error: unknown; failed: () => string }) {
  if (!error || refusalCode(error) !== 'PROFILE_INCOMPLETE') return null
  return (
    <Notice tone="warning">
      <p>
        <b>{failed()}</b> {m.requests_profile_incomplete()}
      </p>
      <Link
        to="/dashboard/profile"
        className="inline-flex touch items-center font-semibold underline underline-offset-4"
      >
        {m.requests_complete_profile()}
      </Link>
    </Notice>
  )
}
