import type { AnswerSource, AnswerStatus } from '../../answer.ts'
import type { Caller } from '../budget.ts'
import type { Place } from '../endpoint-table.ts'
import { type HostKind, type Hosts, whenAborted } from '../hosts.ts'
import type { Lookup } from '../host-queue.ts'
import { Problem, type Transport } from '../transport.ts'
import type { Proofs, Source } from './proofs.ts'
import type { createRdap } from './rdap.ts'
import { askWhois, statusOf } from './whois.ts'

export interface Finding {
  status: AnswerStatus
  source: AnswerSource
}

/** A suffix and its registry. */
export interface Placed {
  suffix: string
  place: Place
}

export interface RegistryOptions {
  hosts: Hosts
  transport: Transport
  proofs: Proofs
  askRdap: ReturnType<typeof createRdap>
  /** Called for every source that gave no answer. */
  onProblem(problem: Problem, source: 'rdap' | 'whois', name: string, place: Place): void
}

/** RDAP's share of the time if WHOIS can be asked afterwards. */
const RDAP_MS = 1_500
/** A probe has the same deadline as a name. */
const PROBE_MS = 2_500

/** The host of an RDAP base, which is the key of its queue and breaker. */
export const rdapHost = (base: string) => new URL(base).host
export const kindOf = ({ origin }: Place, source: 'rdap' | 'whois'): HostKind =>
  origin === 'setting' || origin === 'file' ? 'operator' : source
const byOperator = (place: Place) => kindOf(place, 'rdap') === 'operator'

/**
 * Asks a name's registry by RDAP. WHOIS follows only if there is no RDAP or its answer can't be trusted.
 * "Available" needs a proof that the source knows the suffix, which a parallel probe gets. Undefined if neither source
 * gave an answer.
 */
export function createRegistry({ hosts, transport, proofs, askRdap, onProblem }: RegistryOptions) {
  function call(
    name: string,
    place: Place,
    { source, server }: Pick<Source, 'source' | 'server'>,
    lookup: Lookup,
    signal: AbortSignal,
  ): Promise<AnswerStatus> {
    const anywhere = byOperator(place)
    const kind = kindOf(place, source)
    if (source === 'rdap')
      return hosts.call(rdapHost(server), kind, lookup, signal, () =>
        askRdap({ base: server, anywhere, name, signal }),
      )
    return hosts.call(server, kind, lookup, signal, async () =>
      statusOf(await askWhois(transport, { server, anywhere, name, signal }), name, place.entry),
    )
  }

  async function askWithProof(
    name: string,
    { suffix, place }: Placed,
    { source, server }: Pick<Source, 'source' | 'server'>,
    lookup: Lookup,
    signal: AbortSignal,
  ): Promise<AnswerStatus> {
    const about: Source = { suffix, source, server, known: place.known }
    const probe = (known: string) => {
      const callers: Caller[] = [{ account: 'probe', kind: 'probe' }]
      return call(known, place, about, { callers, sent: 0 }, deadline(PROBE_MS))
    }
    const isKnown = about.known.includes(name)
    const early = isKnown ? undefined : proofs.ensure(about, probe)
    const status = await call(name, place, about, lookup, signal)
    if (status === 'taken') proofs.saw(about, name)
    const isOffer = status === 'available' || status === 'premium'
    if (!isOffer) return status
    const isProven = await Promise.race([early ?? proofs.ensure(about, probe), whenAborted(signal)])
    if (!isProven) throw new Problem('unproven')
    return status
  }

  return async function askRegistry(
    name: string,
    placed: Placed,
    lookup: Lookup,
    signal: AbortSignal,
  ): Promise<Finding | undefined> {
    const { place } = placed
    const attempt = async (source: 'rdap' | 'whois', server: string, share: AbortSignal) => {
      try {
        return { status: await askWithProof(name, placed, { source, server }, lookup, share), source }
      } catch (error) {
        const problem = error instanceof Problem ? error : new Problem('not-understood', { cause: error })
        onProblem(problem, source, name, place)
        return undefined
      }
    }
    if (place.rdap) {
      const share = within(signal, place.whois ? RDAP_MS : undefined)
      const found = await attempt('rdap', place.rdap, share.signal)
      share.end()
      if (found) return found
    }
    if (!place.whois || signal.aborted) return undefined
    return attempt('whois', place.whois, signal)
  }
}

/** A signal that aborts after a time. */
function deadline(ms: number): AbortSignal {
  const control = new AbortController()
  setTimeout(() => control.abort(new Problem('timeout')), ms).unref()
  return control.signal
}

/** A signal that aborts with another one, or after a time. */
function within(parent: AbortSignal, ms: number | undefined) {
  const control = new AbortController()
  const follow = () => control.abort(parent.reason)
  if (parent.aborted) follow()
  parent.addEventListener('abort', follow)
  const timer = ms === undefined ? undefined : setTimeout(() => control.abort(new Problem('timeout')), ms)
  return {
    signal: control.signal,
    end() {
      clearTimeout(timer)
      parent.removeEventListener('abort', follow)
    },
  }
}

export type AskRegistry = ReturnType<typeof createRegistry>
