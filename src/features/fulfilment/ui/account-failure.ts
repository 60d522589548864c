import { m } from '../../../paraglide/messages.js'
import { classifyFailure } from '../../../client/api.ts'
import { errorSentence } from '../../../client/error-messages.ts'

const plain = errorSentence(m.fulfil_account_failed, {
  TARGET_REFUSED: m.fulfil_target_refused,
  INCOMPLETE: m.fulfil_incomplete,
  CONFLICT: m.fulfil_changed,
})

/** Why an account was not saved or did not answer, with the registrar's words. */
export function accountFailure(error: unknown): string {
  const failure = classifyFailure(error)
  if (failure.kind === 'refused' && failure.code === 'PROVIDER_FAILED')
    return m.fulfil_provider_failed(failure.data as { words: string })
  if (failure.kind === 'refused' && failure.code === 'ENDING_TAKEN')
    return m.fulfil_ending_taken(failure.data as { ending: string })
  return plain(error)
}
