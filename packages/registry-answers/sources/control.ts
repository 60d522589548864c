import { LRUCache } from 'lru-cache'
import type { Reading, Reference } from './judge.ts'
import { MAX_SOURCES, type Source } from './proofs.ts'

interface ControlState {
  server: string
  answer: Reference | undefined
  /** When the next question may be sent, in milliseconds of the clock. */
  nextAt: number
  question: Promise<Reference | undefined> | undefined
}

interface Options {
  /** Monotonic milliseconds. */
  clock(): number
  /** Between 0 and 1. */
  random(): number
  /** The label of every control question begins so, which operators of registries can tell. */
  prefix: string
}

const FRESH_MS = 60 * 60_000
/** The rest after a question without a usable answer. */
const REST_MS = 10 * 60_000
const LABEL_LENGTH = 24

/**
 * Asks each source once an hour about a long random label that nobody has registered. What the source answers to it, it
 * answers to every free name.
 */
export function createControls({ clock, random, prefix }: Options) {
  const states = new LRUCache<string, ControlState>({ max: MAX_SOURCES })

  function stateOf({ suffix, source, server }: Source): ControlState {
    const key = `${source} ${suffix}`
    const last = states.get(key)
    if (last?.server === server) return last
    const fresh = { server, answer: undefined, nextAt: -Infinity, question: undefined }
    states.set(key, fresh)
    return fresh
  }

  function controlName(suffix: string): string {
    const signs = Array.from({ length: LABEL_LENGTH }, () => Math.floor(random() * 36).toString(36))
    return `${prefix}${signs.join('')}.${suffix}`
  }

  async function query(
    { suffix, known }: Source,
    call: (name: string) => Promise<Reading>,
  ): Promise<Reference | undefined> {
    const { status, reference, needsControl } = await call(controlName(suffix))
    if (status !== 'available') return undefined
    if (!needsControl) return reference
    // A sentence that is not known may be a limit. Then the source doesn't answer about a registered name either.
    for (const name of known) {
      // oxlint-disable-next-line no-await-in-loop -- one registered name is enough
      const again = await call(name).catch(() => undefined)
      if (again?.status === 'taken') return again.reference.host === reference.host ? reference : undefined
    }
    return undefined
  }

  return {
    /**
     * The source's answer to the control question, or undefined if there is none. Asks if there is no recent answer.
     * Callers at the same time share one question. Never rejects.
     * @param call queries the source for a name, within a deadline
     */
    ensure(about: Source, call: (name: string) => Promise<Reading>): Promise<Reference | undefined> {
      const state = stateOf(about)
      if (state.question) return state.question
      if (clock() < state.nextAt) return Promise.resolve(state.answer)
      state.question = query(about, call)
        .catch(() => undefined)
        .then((answer) => {
          state.answer = answer
          state.nextAt = clock() + (answer ? FRESH_MS : REST_MS)
          state.question = undefined
          return answer
        })
      return state.question
    },
  }
}
