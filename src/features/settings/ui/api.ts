import { createApi } from '../../../client/api.ts'
import { settingsContract } from '../contract.ts'

export const settingsApi = createApi('settings', settingsContract)
