import { createApi } from '../../../client/api.ts'
import { ownInsightsContract } from '../own-insights.contract.ts'

/** The customer's own part of `insightsApi`. Its queries share the key. */
export const ownInsightsApi = createApi('insights', ownInsightsContract)
