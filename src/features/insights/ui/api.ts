import { useQuery } from '@tanstack/react-query'
import { createApi } from '../../../client/api.ts'
import { insightsContract } from '../contract.ts'

export const insightsApi = createApi('insights', insightsContract)

/** Waiting grows with time alone, and the server counts anew every few seconds. */
const AGAIN_MS = 15_000

/** How the shop is doing, kept true while it is looked at. */
export const useInsights = () => useQuery(insightsApi.insights.queryOptions({ refetchInterval: AGAIN_MS }))

export type Insights = Awaited<ReturnType<typeof insightsApi.insights.call>>
export type Month = Insights['months'][number]
