import { LRUCache } from 'lru-cache'
import { RegistryError, type FailureReason } from '../errors.ts'
import type { NameStatus, Reading, Reference } from './judge.ts'

/** A source of answers for one suffix. */
export interface Source {
  suffix: string
  source: 'rdap' | 'whois'
  /** The RDAP base or the WHOIS server. */
  server: string
  /** Names that are registered under the suffix. */
  known: readonly string[]
}

/** A source that has not reported a known name as taken. None of its names is shown as available. */
export interface Alarm {
  suffix: string
  source: 'rdap' | 'whois'
  server: string
  /** The time of the first failed probe, RFC 3339 in UTC. */
  since: string
  answers: { name: string; answer: NameStatus | FailureReason }[]
}

interface ProofState {
  server: string
  known: string
  provenAt: number
  failedAt: number
  /** The milliseconds from a failure to the next probe. */
  restMs: number
  alarm: Alarm | undefined
  /** What it answered about the registered name. */
  answer: Reference | undefined
  probe: Promise<Reference | undefined> | undefined
}

const PROVEN_MS = 60 * 60_000
/** The rest after a wrong answer, and after none. */
const WRONG_MS = 30_000
const SILENT_MS = 5_000
/** An alarm ends if no probe has failed for this long. */
const ALARM_MS = 60 * 60_000
export const MAX_SOURCES = 2_000

interface Options {
  clock(): number
  now(): Date
  onAlarm(alarm: Alarm): void
  onRecovery(alarm: Alarm): void
}

/**
 * Stores which sources have reported a registered name of their suffix as taken within the last hour. A registry that
 * has moved answers 404 to everything, so its 404 alone proves nothing.
 * A source without this proof can't make a name available.
 */
export function createProofs({ clock, now, onAlarm, onRecovery }: Options) {
  const states = new LRUCache<string, ProofState>({ max: MAX_SOURCES })

  function stateOf({ suffix, source, server, known }: Source): ProofState {
    const key = `${source} ${suffix}`
    const last = states.get(key)
    const names = known.join(' ')
    if (last?.server === server && last.known === names) return last
    const fresh: ProofState = {
      server,
      known: names,
      provenAt: -Infinity,
      failedAt: -Infinity,
      restMs: 0,
      alarm: undefined,
      answer: undefined,
      probe: undefined,
    }
    states.set(key, fresh)
    return fresh
  }
  const provenAnswer = ({ provenAt, answer }: ProofState) =>
    clock() - provenAt < PROVEN_MS ? answer : undefined

  function prove(state: ProofState, { reference }: Reading): Reference {
    state.answer = reference
    state.provenAt = clock()
    state.failedAt = -Infinity
    if (state.alarm) onRecovery(state.alarm)
    state.alarm = undefined
    return reference
  }

  async function probe(
    state: ProofState,
    { suffix, source, server, known }: Source,
    call: (name: string) => Promise<Reading>,
  ): Promise<Reference | undefined> {
    const answers: Alarm['answers'] = []
    const askTaken = async (name: string) => {
      const reading = await call(name).catch((error: unknown) =>
        error instanceof RegistryError ? error.reason : ('not-understood' as const),
      )
      if (typeof reading === 'object' && reading.status === 'taken') return reading
      answers.push({ name, answer: typeof reading === 'object' ? reading.status : reading })
      throw new Error('not taken')
    }
    try {
      return prove(state, await Promise.any(known.map(askTaken)))
    } catch {
      // A customer's question may have proved it during the probe.
      const proven = provenAnswer(state)
      if (proven) return proven
      const isWrong = answers.some(({ answer }) => answer === 'available' || answer === 'premium')
      state.failedAt = clock()
      state.restMs = isWrong ? WRONG_MS : SILENT_MS
      const since = state.alarm?.since ?? now().toISOString()
      const alarm: Alarm = { suffix, source, server, since, answers }
      if (!state.alarm) onAlarm(alarm)
      state.alarm = alarm
      return undefined
    }
  }

  return {
    /**
     * The source's answer about a registered name, if it is proven. Asks for its known names if there is no recent proof.
     * Never rejects.
     * @param call queries the source for a name, within a deadline
     */
    ensure(about: Source, call: (name: string) => Promise<Reading>): Promise<Reference | undefined> {
      const state = stateOf(about)
      const proven = provenAnswer(state)
      if (proven) return Promise.resolve(proven)
      if (clock() - state.failedAt < state.restMs) return Promise.resolve(undefined)
      state.probe ??= probe(state, about, call).finally(() => (state.probe = undefined))
      return state.probe
    },

    /** Records that the source reported a name as taken. Only known names count. */
    recordTaken(about: Source, name: string, answer: Reading) {
      if (about.known.includes(name)) prove(stateOf(about), answer)
    },

    alarms(): Alarm[] {
      const fresh = [...states.values()].filter(({ failedAt }) => clock() - failedAt < ALARM_MS)
      return fresh
        .flatMap(({ alarm }) => alarm ?? [])
        .toSorted((one, other) => one.suffix.localeCompare(other.suffix))
    },
  }
}
