import { randomUUID } from './random-uuid.ts'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { createORPCClient, ORPCError } from '@orpc/client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'

/** Gives the access token, refreshed where it must be; undefined for a visitor. */
export type TokenSource = (fresh?: boolean) => Promise<string | undefined>

/** What a call may be given beside its input. */
export interface CallContext {
  /** Names an attempt that somebody may make again, so that it is done once; without it every call is one of its own. */
  idempotencyKey?: string
}

const RETRIES_MS = [300, 900, 2_000]

/**
 * A typed client of the contract. A call whose answer got lost (no network, or a 503) is sent again with the same
 * idempotency key, so that nothing is done twice.
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
    fetch: (request, init) => fetchAgain(request, init, token),
  })
  return createORPCClient(link) as JsonifiedClient<ContractRouterClient<Contract, CallContext>>
}

async function fetchAgain(request: Request, init: object, token: TokenSource): Promise<Response> {
  const sent = new Request(request, init)
  if (sent.method === 'POST' && !sent.headers.has('idempotency-key'))
    sent.headers.set('idempotency-key', randomUUID())
  const repeatable = sent.method === 'GET' || sent.method === 'POST'
  let renewed = false
  for (let attempt = 0; ; attempt++) {
    const wait = repeatable ? RETRIES_MS[attempt] : undefined
    const answer = await fetch(sent.clone()).catch((error: unknown) => {
      if (wait === undefined || sent.signal.aborted) throw error
      return undefined
    })
    // A token that ended on its way is renewed once.
    if (answer?.status === 401 && !renewed && sent.headers.has('authorization')) {
      renewed = true
      const bearer = await token(true)
      if (!bearer) return answer
      sent.headers.set('authorization', `Bearer ${bearer}`)
      continue
    }
    if (answer && (answer.status !== 503 || wait === undefined)) return answer
    await new Promise((done) => setTimeout(done, wait))
  }
}

/** What went wrong with a call, told apart as a person needs it told. */
export type Failure =
  | { kind: 'refused'; code: string; data: unknown; message: string }
  | { kind: 'session-ended' }
  | { kind: 'no-network' }
  | { kind: 'server-down' }

export function classifyFailure(error: unknown): Failure {
  if (error instanceof ORPCError) {
    if (error.status === 401) return { kind: 'session-ended' }
    if (error.status >= 500) return { kind: 'server-down' }
    return { kind: 'refused', code: error.code, data: error.data, message: error.message }
  }
  return { kind: navigator.onLine ? 'server-down' : 'no-network' }
}
