import { createApi } from '../../../../client/api.ts'
import { showSettings } from '../../costs/show-settings.contract.ts'

/** Reads the settings as `settingsApi` does, with the same key, on screens that would load all their schemas in vain. */
export const shownSettingsApi = createApi('settings', { show: showSettings })
