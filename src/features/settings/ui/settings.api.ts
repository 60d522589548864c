import { createApi } from '../../../client/api.ts'
import { settingsContract } from '../settings.contract.ts'

export const settingsApi = createApi('settings', settingsContract)
