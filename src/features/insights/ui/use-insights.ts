import { useQuery } from '@tanstack/react-query'
import { insightsApi } from './api.ts'

/** Waiting grows with time alone, and the server counts anew every few seconds. */
const AGAIN_MS = 15_000

/** How the shop is doing, kept true while it is looked at. */
export const useInsights = () => useQuery(insightsApi.insights.queryOptions({ refetchInterval: AGAIN_MS }))

export type Insights = Awaited<ReturnType<typeof insightsApi.insights.call>>
export type Month = Insights['months'][number]
