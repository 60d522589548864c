import { LRUCache } from 'lru-cache'
import type { AnswerStatus } from '../../answer.ts'
import { Problem, type Reason } from '../transport.ts'

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
  answers: { name: string; answer: AnswerStatus | Reason }[]
}

interface Standing {
  server: string
  known: string
  provenAt: number
  failedAt: number
  /** The milliseconds from a failure to the next probe. */
  restMs: number
  alarm: Alarm | undefined
  probe: Promise<boolean> | undefined
}

const PROVEN_MS = 60 * 60_000
/** The rest after a wrong answer, and after none. */
const WRONG_MS = 30_000
const SILENT_MS = 5_000
/** An alarm ends if no probe has failed for this long. */
const ALARM_MS = 60 * 60_000
const MOST_SOURCES = 2_000

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
  const standings = new LRUCache<string, Standing>({ max: MOST_SOURCES })

  function standingOf({ suffix, source, server, known }: Source): Standing {
    const key = `${source} ${suffix}`
    const last = standings.get(key)
    const names = known.join(' ')
    if (last?.server === server && last.known === names) return last
    const fresh: Standing = {
      server,
      known: names,
      provenAt: -Infinity,
      failedAt: -Infinity,
      restMs: 0,
      alarm: undefined,
      probe: undefined,
    }
    standings.set(key, fresh)
    return fresh
  }
  const isProven = ({ provenAt }: Standing) => clock() - provenAt < PROVEN_MS

  function prove(standing: Standing) {
    standing.provenAt = clock()
    standing.failedAt = -Infinity
    if (standing.alarm) onRecovery(standing.alarm)
    standing.alarm = undefined
  }

  async function probe(
    standing: Standing,
    { suffix, source, server, known }: Source,
    call: (name: string) => Promise<AnswerStatus>,
  ): Promise<boolean> {
    const answers: Alarm['answers'] = []
    const isTaken = async (name: string) => {
      const answer = await call(name).catch((error: unknown) =>
        error instanceof Problem ? error.reason : ('not-understood' as const),
      )
      if (answer !== 'taken') {
        answers.push({ name, answer })
        throw new Error('not taken')
      }
    }
    try {
      await Promise.any(known.map(isTaken))
      prove(standing)
      return true
    } catch {
      // A customer's question may have proved it during the probe.
      if (isProven(standing)) return true
      const isWrong = answers.some(({ answer }) => answer === 'available' || answer === 'premium')
      standing.failedAt = clock()
      standing.restMs = isWrong ? WRONG_MS : SILENT_MS
      const since = standing.alarm?.since ?? now().toISOString()
      const alarm: Alarm = { suffix, source, server, since, answers }
      if (!standing.alarm) onAlarm(alarm)
      standing.alarm = alarm
      return false
    }
  }

  return {
    /**
     * Whether the source is proven. Asks for its known names if there is no recent proof. Never rejects.
     * @param ask asks the source for a name, within a deadline
     */
    ensure(about: Source, call: (name: string) => Promise<AnswerStatus>): Promise<boolean> {
      const standing = standingOf(about)
      if (isProven(standing)) return Promise.resolve(true)
      if (clock() - standing.failedAt < standing.restMs) return Promise.resolve(false)
      standing.probe ??= probe(standing, about, call).finally(() => (standing.probe = undefined))
      return standing.probe
    },

    /** Records that the source reported a name as taken. Only known names count. */
    saw(about: Source, name: string) {
      if (about.known.includes(name)) prove(standingOf(about))
    },

    alarms(): Alarm[] {
      const fresh = [...standings.values()].filter(({ failedAt }) => clock() - failedAt < ALARM_MS)
      return fresh
        .flatMap(({ alarm }) => alarm ?? [])
        .toSorted((one, other) => one.suffix.localeCompare(other.suffix))
    },
  }
}

export type Proofs = ReturnType<typeof createProofs>
