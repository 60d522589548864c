import type { AnswerSource, AnswerStatus } from '../../answer.ts'
import type { Caller } from '../budget.ts'
import type { Registry } from '../endpoint-table.ts'
import { type HostKind, type Hosts, whenAborted } from '../hosts.ts'
import type { Lookup } from '../host-queue.ts'
import { RegistryError, type Transport } from '../transport.ts'
import type { Controls } from './control.ts'
import { isControlNeeded, isFree, type Reading } from './judge.ts'
import type { Proofs, Source } from './proofs.ts'
import type { createRdap } from './rdap.ts'
import { queryWhois, readAnswer } from './whois.ts'

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
  controls: Controls
  queryRdap: ReturnType<typeof createRdap>
  /** Called for every source that gave no answer. */
  onError(problem: RegistryError, source: 'rdap' | 'whois', name: string, registry: Registry): void
}

/** RDAP's share of the time if WHOIS can be queried afterwards. */
const RDAP_MS = 1_500
/** A probe has the same deadline as a name. */
const PROBE_MS = 2_500
/** A control question that takes longer counts as unanswered, so that it delays no name. */
const CONTROL_MS = 1_200

/** The host of an RDAP base, which is the key of its queue and breaker. */
export const rdapHost = (base: string) => new URL(base).host
export const hostKindOf = ({ origin }: Registry, source: 'rdap' | 'whois'): HostKind =>
  origin === 'setting' || origin === 'file' ? 'operator' : source
const isFromOperator = (registry: Registry) => hostKindOf(registry, 'rdap') === 'operator'

/**
 * Asks a name's registry by RDAP. WHOIS follows only if there is no RDAP or its answer can't be trusted.
 * "Available" needs a proof that the source knows the suffix, which a parallel probe gets, and is compared with what the
 * source answers about a registered name and about one that nobody has. Undefined if neither source gave an answer.
 */
export function createRegistryClient({
  hosts,
  transport,
  proofs,
  controls,
  queryRdap,
  onError,
}: RegistryClientOptions) {
  function call(
    name: string,
    registry: Registry,
    { source, server }: Pick<Source, 'source' | 'server'>,
    lookup: Lookup,
    signal: AbortSignal,
    onFailure: (problem: unknown) => void = () => {},
  ): Promise<Reading> {
    const allowPrivate = isFromOperator(registry)
    const query = async () =>
      source === 'rdap'
        ? queryRdap({ base: server, allowPrivate, name, signal })
        : readAnswer(await queryWhois(transport, { server, allowPrivate, name, signal }), name, {
            suffix: registry.entry,
            server,
          })
    const host = source === 'rdap' ? rdapHost(server) : server
    return hosts.query(host, hostKindOf(registry, source), lookup, signal, () =>
      query().catch((problem: unknown) => {
        onFailure(problem)
        throw problem
      }),
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
    const probe = (): Lookup => ({ callers: [{ account: 'probe', kind: 'probe' } satisfies Caller], sent: 0 })
    const askKnown = (known: string) => call(known, registry, about, probe(), deadline(PROBE_MS))
    const askControl = (asked: string) => {
      const control = new AbortController()
      const cancel = () => control.abort(new Error('no answer to the control question'))
      setTimeout(cancel, CONTROL_MS).unref()
      // A control without an answer doesn't count against the host, unless the host has asked for a pause.
      return call(asked, registry, about, probe(), control.signal, (problem) => {
        if (!(problem instanceof RegistryError && problem.retryAfter)) cancel()
      })
    }
    const ensureProof = () => proofs.ensure(about, askKnown)
    const ensureControl = () => controls.ensure(about, askControl)
    const isKnown = about.known.includes(name)
    const early = isKnown ? undefined : ensureProof()
    const answer = call(name, registry, about, lookup, signal)
    // After the name, so that a host that was paused is not tried with the control.
    const earlyControl = isKnown ? undefined : ensureControl()
    const reading = await answer
    const { status, text } = reading
    if (status === 'taken') proofs.recordTaken(about, name, reading)
    const isOffer = status === 'available' || status === 'premium'
    if (!isOffer) return status
    const known = await Promise.race([early ?? ensureProof(), whenAborted(signal)])
    if (!known) throw new RegistryError('unproven')
    const control = isControlNeeded(reading, known)
      ? await Promise.race([earlyControl ?? ensureControl(), whenAborted(signal)])
      : undefined
    if (!isFree(reading, known, control)) throw new RegistryError('not-understood', { text })
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
