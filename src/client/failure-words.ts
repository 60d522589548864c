import { m } from '../paraglide/messages.js'
import { failureOf } from './call.ts'

/**
 * A sentence for a call that failed before anybody decided about it: no network, no server, no session. Undefined
 * for a refusal, which the screen that asked has its own words for.
 */
export function outageWords(error: unknown): string | undefined {
  const failure = failureOf(error)
  if (failure.kind === 'no-network') return m.failure_no_network()
  if (failure.kind === 'server-down') return m.failure_server_down()
  if (failure.kind === 'session-ended') return m.failure_session_ended()
  return undefined
}
