import type { AnswerSource, AnswerStatus } from '../../answer.ts'
import type { Caller } from '../budget.ts'
import type { Registry } from '../endpoint-table.ts'
import { type HostKind, type Hosts, whenAborted } from '../hosts.ts'
import type { Lookup } from '../host-queue.ts'
import { RegistryError, type Transport } from '../transport.ts'
import type { Proofs, Source } from './proofs.ts'
import type { createRdap } from './rdap.ts'
import { queryWhois, statusOf } from './whois.ts'

export interface Finding {
  status: AnswerStatus
  source: AnswerSource
}

/** A suffix and its registry. */
export interface SuffixRegistry {
  suffix: string
  registry: Registry
}

export interface RegistryClientOptions {
  hosts: Hosts
  transport: Transport
  proofs: Proofs
  queryRdap: ReturnType<typeof createRdap>
  /** Called for every source that gave no answer. */
  onError(problem: RegistryError, source: 'rdap' | 'whois', name: string, registry: Registry): void
}

/** RDAP's share of the time if WHOIS can be queried afterwards. */
const RDAP_MS = 1_500
/** A probe has the same deadline as a name. */
const PROBE_MS = 2_500

/** The host of an RDAP base, which is the key of its queue and breaker. */
export const rdapHost = (base: string) => new URL(base).host
export const hostKindOf = ({ origin }: Registry, source: 'rdap' | 'whois'): HostKind =>
  origin === 'setting' || origin === 'file' ? 'operator' : source
const isFromOperator = (registry: Registry) => hostKindOf(registry, 'rdap') === 'operator'

/**
 * Asks a name's registry by RDAP. WHOIS follows only if there is no RDAP or its answer can't be trusted.
 * "Available" needs a proof that the source knows the suffix, which a parallel probe gets. Undefined if neither source
 * gave an answer.
 */
export function createRegistryClient({
  hosts,
  transport,
  proofs,
  queryRdap,
  onError,
}: RegistryClientOptions) {
  function call(
    name: string,
    registry: Registry,
    { source, server }: Pick<Source, 'source' | 'server'>,
    lookup: Lookup,
    signal: AbortSignal,
  ): Promise<AnswerStatus> {
    const allowPrivate = isFromOperator(registry)
    const kind = hostKindOf(registry, source)
    if (source === 'rdap')
      return hosts.query(rdapHost(server), kind, lookup, signal, () =>
        queryRdap({ base: server, allowPrivate, name, signal }),
      )
    return hosts.query(server, kind, lookup, signal, async () =>
      statusOf(await queryWhois(transport, { server, allowPrivate, name, signal }), name, registry.entry),
    )
  }

  async function queryWithProof(
    name: string,
    { suffix, registry }: SuffixRegistry,
    { source, server }: Pick<Source, 'source' | 'server'>,
    lookup: Lookup,
    signal: AbortSignal,
  ): Promise<AnswerStatus> {
    const about: Source = { suffix, source, server, known: registry.known }
    const probe = (known: string) => {
      const callers: Caller[] = [{ account: 'probe', kind: 'probe' }]
      return call(known, registry, about, { callers, sent: 0 }, deadline(PROBE_MS))
    }
    const isKnown = about.known.includes(name)
    const early = isKnown ? undefined : proofs.ensure(about, probe)
    const status = await call(name, registry, about, lookup, signal)
    if (status === 'taken') proofs.recordTaken(about, name)
    const isOffer = status === 'available' || status === 'premium'
    if (!isOffer) return status
    const isProven = await Promise.race([early ?? proofs.ensure(about, probe), whenAborted(signal)])
    if (!isProven) throw new RegistryError('unproven')
    return status
  }

  return async function queryRegistry(
    name: string,
    target: SuffixRegistry,
    lookup: Lookup,
    signal: AbortSignal,
  ): Promise<Finding | undefined> {
    const { registry } = target
    const attempt = async (source: 'rdap' | 'whois', server: string, attemptSignal: AbortSignal) => {
      try {
        return {
          status: await queryWithProof(name, target, { source, server }, lookup, attemptSignal),
          source,
        }
      } catch (error) {
        const problem =
          error instanceof RegistryError ? error : new RegistryError('not-understood', { cause: error })
        onError(problem, source, name, registry)
        return undefined
      }
    }
    if (registry.rdap) {
      const attemptSignal = within(signal, registry.whois ? RDAP_MS : undefined)
      const found = await attempt('rdap', registry.rdap, attemptSignal.signal)
      attemptSignal.end()
      if (found) return found
    }
    if (!registry.whois || signal.aborted) return undefined
    return attempt('whois', registry.whois, signal)
  }
}

/** A signal that aborts after a time. */
function deadline(ms: number): AbortSignal {
  const control = new AbortController()
  setTimeout(() => control.abort(new RegistryError('timeout')), ms).unref()
  return control.signal
}

/** A signal that aborts with another one, or after a time. */
function within(parent: AbortSignal, ms: number | undefined) {
  const control = new AbortController()
  const follow = () => control.abort(parent.reason)
  if (parent.aborted) follow()
  parent.addEventListener('abort', follow)
  const timer =
    ms === undefined ? undefined : setTimeout(() => control.abort(new RegistryError('timeout')), ms)
  return {
    signal: control.signal,
    end() {
      clearTimeout(timer)
      parent.removeEventListener('abort', follow)
    },
  }
}

export type QueryRegistry = ReturnType<typeof createRegistryClient>
