import { createApi } from '../../../client/api.ts'
import { insightsContract } from '../contract.ts'

export const insightsApi = createApi('insights', insightsContract)
