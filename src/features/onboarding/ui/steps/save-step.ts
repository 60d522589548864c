import { useQueryClient } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { classifyFailure } from '../../../../client/api.ts'
import { errorSentence } from '../../../../client/error-messages.ts'
import type { Settings } from '../../../settings/settings.ts'
import { settingsApi } from '../../../settings/ui/settings.api.ts'
import { reasonMessage, type ShownSettings } from '../../../settings/ui/use-section.tsx'

/** What a step's form gets. */
export interface StepProps {
  shown: ShownSettings
  /** Called once it is saved, with a sentence that stays beside the step. */
  onSaved: (note?: string) => void
}

type Confirmed = Settings['shop.setUp'][number]

/** Saves settings of a step, and with `confirmed` that its values were looked at. A newer change of another admin is refused. */
export function useSaveStep(shown: ShownSettings) {
  const client = useQueryClient()
  return async (values: Partial<Settings>, confirmed?: Confirmed) => {
    const versions = Object.fromEntries(Object.keys(values).map((key) => [key, shown.versions[key] ?? 0]))
    const setUp = confirmed && { 'shop.setUp': [...new Set([...shown.values['shop.setUp'], confirmed])] }
    const saved = await settingsApi.change.call({ values: { ...values, ...setUp }, versions })
    client.setQueryData(settingsApi.show.queryKey(), saved)
  }
}

/** Why a step was not saved. */
export function stepFailure(error: unknown): string {
  const failure = classifyFailure(error)
  if (failure.kind === 'refused' && failure.code === 'SETTING_INVALID')
    return reasonMessage((failure.data as { reason: string }).reason)
  return errorSentence(m.settings_not_saved, { CONFLICT: m.settings_conflict })(error)
}

/** Where in the settings a value was refused; undefined for any other failure. */
export function refusedAt(error: unknown): { key: string; path: string[]; text: string } | undefined {
  const failure = error ? classifyFailure(error) : undefined
  if (failure?.kind !== 'refused' || failure.code !== 'SETTING_INVALID') return undefined
  const { key, path, reason } = failure.data as { key: string; path: string[]; reason: string }
  return { key, path, text: reasonMessage(reason) }
}
