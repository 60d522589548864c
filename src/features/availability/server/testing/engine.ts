import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../../../server/log.ts'
import type { Answer } from '../../answer.ts'
import type { Endpoints } from '../../../settings/registry-endpoints.ts'
import {
  type Availability,
  type AvailabilityOptions,
  createAvailability,
  type SuffixTest,
  type Dependencies,
} from '../availability.ts'
import type { Caller } from '../budget.ts'
import { createTransport } from '../transport.ts'
import { knownTo } from '@kikoa/registry-answers/testing'

/** The default caller. */
const somebody: Caller = { account: 'somebody', kind: 'customer' }

export interface Engine extends Availability {
  check(typed: string, options?: { caller?: Caller; fresh?: boolean }): Promise<Answer>
  test(suffix: string, caller?: Caller): Promise<SuffixTest | undefined>
  /** The answers of `checkMany` for the default caller. */
  answers(label: string, endings: readonly string[]): AsyncGenerator<Answer, void>
  /** Sets the engine's clock ahead. */
  pass(ms: number): void
  /** The admins' endpoints, or a promise that may reject. A test may change it at any time. */
  setting: Endpoints | Promise<Endpoints>
}

interface Options {
  world?: Partial<Dependencies>
  ca?: string
  registrar?: AvailabilityOptions['registrar']
  onUnread?: AvailabilityOptions['onUnread']
  /** Multiplies the budgets of accounts. */
  scale?: number
}

/**
 * An engine for one test, without nameservers. Its clock does not advance, and its random number is always 0.5. An
 * endpoint without known names gets the name that every fake registry knows.
 */
export function testEngine(
  file: Endpoints,
  { world = {}, ca, registrar, onUnread, scale = 1_000 }: Options = {},
): Engine {
  const folder = mkdtempSync(join(tmpdir(), 'kikoa-endpoints-'))
  const path = join(folder, 'endpoints.json')
  writeFileSync(path, JSON.stringify(withKnown(file)))
  let ms = 0
  const state: Pick<Engine, 'setting'> = { setting: {} }
  const engine = createAvailability(
    {
      config: { AVAILABILITY_ENDPOINTS: path, RATE_LIMIT_SCALE: scale },
      settings: async () => withKnown(await state.setting),
      now: () => new Date(Date.UTC(2030, 0, 1) + ms),
      log: createLog('silent'),
      ...(registrar && { registrar }),
      ...(onUnread && { onUnread }),
    },
    {
      clock: () => ms,
      random: () => 0.5,
      nameservers: async () => [],
      transport: createTransport(ca ? { ca } : {}),
      ...world,
    },
  )
  rmSync(folder, { recursive: true })
  return Object.assign(state, engine, {
    pass: (by: number) => void (ms += by),
    check: (typed: string, options: { caller?: Caller; fresh?: boolean } = {}) =>
      engine.check(typed, { caller: somebody, ...options }),
    test: (suffix: string, caller: Caller = { ...somebody, kind: 'admin' }) => engine.test(suffix, caller),
    async *answers(label: string, endings: readonly string[]) {
      yield* await engine.checkMany(label, endings, somebody)
    },
  })
}

const withKnown = (endpoints: Endpoints): Endpoints =>
  Object.fromEntries(
    Object.entries(endpoints).map(([suffix, endpoint]) => [
      suffix,
      { known: [knownTo(suffix.replace(/^\./, '').toLowerCase())], ...endpoint },
    ]),
  )
