import { useQuery } from '@tanstack/react-query'
import { createApi } from '../../../client/api.ts'
import { insightsContract } from '../contract.ts'

export const insightsApi = createApi('insights', insightsContract)

/** Waiting times grow without events. The server counts again every few seconds. */
const AGAIN_MS = 15_000

/** The shop's figures, fetched again every 15 seconds while they are shown. */
export const useInsights = () => useQuery(insightsApi.insights.queryOptions({ refetchInterval: AGAIN_MS }))

export type Insights = Awaited<ReturnType<typeof insightsApi.insights.call>>
export type Month = Insights['months'][number]

/** How much waits in each queue, fetched again after every change. */
export const useWaiting = () => useQuery(insightsApi.waiting.queryOptions())

export type Waiting = Awaited<ReturnType<typeof insightsApi.waiting.call>>
