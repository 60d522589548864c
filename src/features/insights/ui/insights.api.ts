import { useQuery } from '@tanstack/react-query'
import { createApi } from '../../../client/api.ts'
import { insightsContract } from '../insights.contract.ts'

export const insightsApi = createApi('insights', insightsContract)

/** Waiting times grow without events. The server counts again every few seconds. */
const AGAIN_MS = 15_000

/**
 * The shop's figures, fetched again every 15 seconds while they are shown. The parts of a page that need them share one
 * answer, also on a slow phone.
 */
export const useInsights = () =>
  useQuery(insightsApi.insights.queryOptions({ refetchInterval: AGAIN_MS, staleTime: AGAIN_MS }))

export type Insights = Awaited<ReturnType<typeof insightsApi.insights.call>>
export type Month = Insights['months'][number]

/** Nothing but time changes the counts between two events. */
const FRESH_MS = 60_000

/** How much waits in each queue, fetched again after every change. The parts of a page that need it share one answer. */
export const useWaiting = () => useQuery(insightsApi.waiting.queryOptions({ staleTime: FRESH_MS }))

export type Waiting = Awaited<ReturnType<typeof insightsApi.waiting.call>>

/** How much waits in all. A claim waits with its request or order. */
export function waitingInAll(waiting: Waiting): number {
  const { orders, payments, renewals, refunds, messages, chats, details, fulfilments, mails, alarms } =
    waiting
  const requests = waiting.requests.reduce((sum, { count }) => sum + count, 0)
  return (
    requests +
    orders +
    payments +
    renewals +
    refunds +
    messages +
    chats +
    details +
    fulfilments +
    mails +
    alarms
  )
}
