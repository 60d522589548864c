import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { createORPCClient, ORPCError } from '@orpc/client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import type { ApiError } from '../shared/api-error.ts'
import { takeFirstCall } from './first-calls.tsx'
import { recordAnswer, waitForNetwork } from './live/offline-state.ts'
import { accessToken } from './session/session.ts'
import { randomUUID } from './random-uuid.ts'

/**
 * Queries and mutations of TanStack Query for the contract of one feature, called with the token of the session.
 * @param key the first part of its query keys, unique among the features
 */
export const createApi = <Contract extends AnyContractRouter>(key: string, contract: Contract) =>
  createTanstackQueryUtils(createApiClient(contract, accessToken), { path: [key] })

/** Returns the access token, refreshed if needed or if `fresh`; undefined for a visitor. */
export type TokenSource = (fresh?: boolean) => Promise<string | undefined>

/** Options of a call beside its input. */
export interface CallContext {
  /** Calls with the same key are executed once. By default each call has a random key of its own. */
  idempotencyKey?: string
}

const RETRIES_MS = [300, 900, 2_000]

/**
 * A typed client of the contract. A call that fails by network or with status 503 is sent again with the same
 * idempotency key, so that it is executed once. While the browser is offline a POST waits for the network.
 */
export function createApiClient<Contract extends AnyContractRouter>(contract: Contract, token: TokenSource) {
  const link = new OpenAPILink<CallContext>(contract, {
    url: () => `${window.location.origin}/api`,
    headers: async ({ context: { idempotencyKey } }) => {
      const bearer = await token()
      return {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      }
    },
    customErrorResponseBodyDecoder: errorOf,
    fetch: (request, init) => fetchWithRetries(request, init, token),
  })
  return createORPCClient(link) as JsonifiedClient<ContractRouterClient<Contract, CallContext>>
}

/** The error of an answer, with the id of the request as its cause. Undefined for a body that is not ours, such as a proxy's. */
export function errorOf(body: unknown) {
  const { code, status, message, data, request_id: cause } = (body ?? {}) as Partial<ApiError>
  return code && cause ? new ORPCError(code, { status, message, data, cause }) : undefined
}

async function fetchWithRetries(request: Request, init: object, token: TokenSource): Promise<Response> {
  const toSend = new Request(request, init)
  if (toSend.method === 'POST' && !toSend.headers.has('idempotency-key'))
    toSend.headers.set('idempotency-key', randomUUID())
  const isRepeatable = toSend.method === 'GET' || toSend.method === 'POST'
  let isRefreshed = false
  for (let attempt = 0; ; attempt++) {
    const wait = isRepeatable ? RETRIES_MS[attempt] : undefined
    const first = attempt === 0 ? await takeFirstCall(toSend) : undefined
    const response =
      first ??
      (await fetch(toSend.clone()).catch(async (error: unknown) => {
        if (toSend.signal.aborted) throw error
        if (wait !== undefined) return undefined
        // A form is sent once the network is back; whether the server has it already, its key tells.
        if (toSend.method !== 'POST' || navigator.onLine) throw error
        await waitForNetwork(toSend.signal)
        attempt = -1
        return undefined
      }))
    if (response && toSend.method === 'GET') recordAnswer(response)
    // A token that has expired since is refreshed once.
    if (response?.status === 401 && !isRefreshed && toSend.headers.has('authorization')) {
      isRefreshed = true
      const bearer = await token(true)
      if (!bearer) return response
      toSend.headers.set('authorization', `Bearer ${bearer}`)
      continue
    }
    if (response && (response.status !== 503 || wait === undefined)) return response
    await new Promise((done) => setTimeout(done, wait))
  }
}

/** Why a call failed, as far as the screens distinguish it. */
export type Failure =
  | { kind: 'refused'; code: string; data: unknown; message: string }
  | { kind: 'session-ended' }
  | { kind: 'no-network' }
  /** `reference`: what the log of the shop has of a call that failed inside, which a customer can tell. */
  | { kind: 'server-down'; reference?: string }

/** Characters of a request's id that tell it apart in the log of a shop. */
const REFERENCE_LENGTH = 8

export function classifyFailure(error: unknown): Failure {
  if (error instanceof ORPCError) {
    if (error.status === 401) return { kind: 'session-ended' }
    if (error.status === 500 && typeof error.cause === 'string')
      return { kind: 'server-down', reference: error.cause.slice(0, REFERENCE_LENGTH) }
    if (error.status >= 500) return { kind: 'server-down' }
    return { kind: 'refused', code: error.code, data: error.data, message: error.message }
  }
  return { kind: navigator.onLine ? 'server-down' : 'no-network' }
}

/** The code of a refusal, or the kind of any other failure. */
export function reasonOf(error: unknown): string {
  const failure = classifyFailure(error)
  return failure.kind === 'refused' ? failure.code : failure.kind
}
