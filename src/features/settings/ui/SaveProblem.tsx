import { m } from '../../../paraglide/messages.js'
import { classifyFailure } from '../../../client/api.ts'
import { outageMessage } from '../../../client/error-messages.ts'
import { Notice } from '../../../kit/Notice.tsx'

/** Why a save came to nothing, where no field says it. */
export function SaveProblem({ error }: { error: unknown }) {
  if (!error) return null
  const failure = classifyFailure(error)
  const isField = failure.kind === 'refused' && failure.code === 'SETTING_INVALID'
  return (
    <Notice tone="error">
      <b>{m.settings_not_saved()}</b> {isField ? m.settings_look_at_field() : (outageMessage(error) ?? '')}
    </Notice>
  )
}
