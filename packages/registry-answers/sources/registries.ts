import { RegistryError } from '../errors.ts'
import type { Lookup } from '../network/host-queue.ts'
import { type BreakerState, createHosts, type HostKind, whenAborted } from '../network/hosts.ts'
import type { Transport } from '../network/transport.ts'
import { createControls } from './control.ts'
import { isControlNeeded, isFree, type NameStatus, type Reading, type ToAscii } from './judge.ts'
import { type Alarm, createProofs, type Source } from './proofs.ts'
import { createRdap } from './rdap.ts'
import { queryWhois, readAnswer } from './whois.ts'

/** The servers of a registry. */
export interface Registry {
  /** The suffix that they were found under, for example `tz` for `co.tz`. */
  entry: string
  /** The base of RDAP, and `host` or `host:port` of WHOIS. */
  rdap?: string | undefined
  whois?: string | undefined
  /** The operator named them, so they may have internal addresses and get more questions. */
  isOperators: boolean
  /** Registered names. The registry must report them as taken before it is trusted about free ones. */
  known: readonly string[]
}

export interface Finding {
  status: NameStatus
  source: 'rdap' | 'whois'
}

/** A suffix and its registry. */
export interface SuffixRegistry {
  suffix: string
  registry: Registry
}

export interface RegistriesOptions {
  transport: Transport
  toAscii: ToAscii
  /** Monotonic milliseconds. */
  clock(): number
  now(): Date
  /** Between 0 and 1. */
  random(): number
  /** The label of each control question begins with it, so that registries can tell who asks. No word of a limit. */
  controlPrefix: string
  /** Called when a source does not know a registered name, and when it knows it again. */
  onAlarm(alarm: Alarm): void
  onRecovery(alarm: Alarm): void
  /** Called for every source that gave no answer. */
  onError(problem: RegistryError, source: 'rdap' | 'whois', name: string, registry: Registry): void
}

export interface Registries {
  /**
   * Asks a name's registry by RDAP. WHOIS follows only if there is no RDAP or its answer can't be trusted.
   * "Available" needs a proof that the source knows the suffix, which a parallel probe gets, and is compared with what the
   * source answers about a registered name and about one that nobody has. Undefined if neither source gave an answer.
   * @param name in ASCII
   */
  query(
    name: string,
    target: SuffixRegistry,
    lookup: Lookup,
    signal: AbortSignal,
  ): Promise<Finding | undefined>
  /** Sources that have not reported a registered name as taken. */
  alarms(): Alarm[]
  /** Whether the hosts of a registry are asked. */
  breakersOf(registry: Registry): { source: 'rdap' | 'whois'; state: BreakerState }[]
}

/** RDAP's share of the time if WHOIS can be queried afterwards. */
const RDAP_MS = 1_500
/** A probe has the same deadline as a name. */
const PROBE_MS = 2_500
/** A control question that takes longer counts as unanswered, so that it delays no name. */
const CONTROL_MS = 1_200

/** The key of a source's queue and breaker. */
const hostOf = ({ source, server }: Pick<Source, 'source' | 'server'>) =>
  source === 'rdap' ? new URL(server).host : server
const hostKindOf = ({ isOperators }: Registry, source: 'rdap' | 'whois'): HostKind =>
  isOperators ? 'operator' : source

/** Asks registries. Each host has a queue and a breaker of its own. */
export function createRegistries({
  transport,
  toAscii,
  clock,
  now,
  random,
  controlPrefix,
  onAlarm,
  onRecovery,
  onError,
}: RegistriesOptions): Registries {
  const hosts = createHosts(clock)
  const proofs = createProofs({ clock, now, onAlarm, onRecovery })
  const controls = createControls({ clock, random, prefix: controlPrefix })
  const queryRdap = createRdap({ transport, toAscii, now })

  function call(
    name: string,
    registry: Registry,
    about: Pick<Source, 'source' | 'server'>,
    lookup: Lookup,
    signal: AbortSignal,
    onFailure: (problem: unknown) => void = () => {},
  ): Promise<Reading> {
    const { source, server } = about
    const allowPrivate = registry.isOperators
    const query = async () =>
      source === 'rdap'
        ? queryRdap({ base: server, allowPrivate, name, signal })
        : readAnswer(
            await queryWhois(transport, { server, allowPrivate, name, signal }),
            name,
            { suffix: registry.entry, server },
            toAscii,
          )
    return hosts.query(hostOf(about), hostKindOf(registry, source), lookup, signal, () =>
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
  ): Promise<NameStatus> {
    const about: Source = { suffix, source, server, known: registry.known }
    const probe = (): Lookup => ({ callers: [{ account: 'probe', hasReserve: true }], sent: 0 })
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

  async function query(
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
      const share = registry.whois ? AbortSignal.any([signal, deadline(RDAP_MS)]) : signal
      const found = await attempt('rdap', registry.rdap, share)
      if (found) return found
    }
    if (!registry.whois || signal.aborted) return undefined
    return attempt('whois', registry.whois, signal)
  }

  return {
    query,
    alarms: () => proofs.alarms(),
    breakersOf: (registry) =>
      (['rdap', 'whois'] as const).flatMap((source) => {
        const server = registry[source]
        if (!server) return []
        return { source, state: hosts.stateOf(hostOf({ source, server }), hostKindOf(registry, source)) }
      }),
  }
}

/** A signal that aborts after a time. */
function deadline(ms: number): AbortSignal {
  const control = new AbortController()
  setTimeout(() => control.abort(new RegistryError('timeout')), ms).unref()
  return control.signal
}
