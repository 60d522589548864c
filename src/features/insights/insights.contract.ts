import * as z from 'zod/mini'
import { currency, decimal, needs, time } from '../../shared/contract.ts'
import { productNames } from '../products/products.ts'
import { ownInsightsContract } from './own-insights.contract.ts'

const kind = z.enum(productNames)

/** What waits for an admin, claims to check included: how many longer than promised, and since when the oldest. */
const waiting = z.object({ over: z.number(), oldest_at: z.nullable(time) })

/** Sums in one currency: today, this month, and last month up to the same time. */
const daySums = z.array(z.object({ currency, today: decimal, month: decimal, last_month: decimal }))

const insights = z.object({
  /** By the days of the shop's time zone. Empty for a role that doesn't see payments. */
  day: z.object({
    /** What came in. */
    money: daySums,
    /** What was sold, without VAT. */
    sales: daySums,
    /** Open amounts whose day is over, less what was paid of them. */
    late: z.array(z.object({ currency, count: z.number(), amount: decimal })),
  }),
  /** The time of the count. */
  at: time,
  promised_minutes: z.number(),
  requests_waiting: z.array(
    z.extend(waiting, {
      kind,
      /** Those without an answer. */
      count: z.number(),
    }),
  ),
  orders_waiting: z.extend(waiting, {
    /** Orders that are neither completed nor cancelled. */
    pending: z.number(),
    /** The pending orders with a claim to check. */
    claimed: z.number(),
  }),
  renewals_to_do: z.number(),
  requests: z.array(z.object({ kind, status: z.string(), count: z.number() })),
  /** The last twenty-four months in UTC, oldest first. */
  months: z.array(
    z.object({
      /** For example 2026-11. */
      month: z.string(),
      activations: z.array(z.object({ kind, count: z.number() })),
      /** Valid claims on active requests and completed orders, by the month of the claim. */
      revenue: z.array(z.object({ currency, amount: decimal })),
    }),
  ),
  /** Unreleased services that have expired or will expire within a number of days. Each is counted once. */
  expiries: z.array(
    z.object({ kind, expired: z.number(), in_30: z.number(), in_60: z.number(), in_90: z.number() }),
  ),
})

export const insightsContract = {
  ...ownInsightsContract,

  adminCounters: needs('overview.read')
    .route({
      method: 'GET',
      path: '/admin/counters',
      summary: 'How many there are, exactly',
    })
    .output(
      z.object({ profiles: z.number(), domains: z.number(), emails: z.number(), cart_items: z.number() }),
    ),

  waiting: needs('overview.read')
    .route({
      method: 'GET',
      path: '/admin/waiting',
      summary: 'How much waits for an admin in each queue',
    })
    .output(
      z.object({
        /** Requests without an answer or with a claim to check, by product, and those with a claim alone. */
        requests: z.array(z.object({ kind, count: z.number(), claimed: z.number() })),
        /** Pending orders with a claim to check. */
        orders: z.number(),
        /** Received money that is held, unread or not matched. */
        payments: z.number(),
        /** Claims of requests and orders, which wait in their queues too. */
        claims: z.number(),
        /** Renewals to carry out at the registrar. */
        renewals: z.number(),
        /** Orders of which money is owed back. */
        refunds: z.number(),
        messages: z.number(),
        /** Conversations that nobody has answered or closed. */
        chats: z.number(),
        /** Mails that were not delivered, and jobs that fail. */
        mails: z.number(),
        /** Services whose customers lack what they need to use them. */
        details: z.number(),
        /** What waits for a decision about an order at a registrar. */
        fulfilments: z.number(),
        registrars: z.number(),
        alarms: z.number(),
      }),
    ),

  insights: needs('overview.read')
    .meta({ readsAside: true })
    .route({
      method: 'GET',
      path: '/admin/insights',
      summary: 'How the shop is doing, counted some seconds ago at the most',
    })
    .output(insights),
}
