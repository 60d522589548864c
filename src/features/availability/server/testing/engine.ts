import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../../../platform/server/log/log.ts'
import type { Endpoints } from '../../endpoints.ts'
import {
  type Availability,
  type AvailabilityOptions,
  createAvailability,
  type World,
} from '../availability.ts'
import { createTransport } from '../transport.ts'

export interface Engine extends Availability {
  /** Moves the engine's clock on. */
  pass(ms: number): void
  /** What the admins set, or what reading it does; may be changed at any time. */
  setting: Endpoints | Promise<Endpoints>
}

/** An engine of a test's own: no nameservers, a clock that stands still, chance that is always in the middle. */
export function testEngine(
  file: Endpoints,
  {
    world = {},
    ca,
    registrar,
  }: { world?: Partial<World>; ca?: string; registrar?: AvailabilityOptions['registrar'] } = {},
): Engine {
  const folder = mkdtempSync(join(tmpdir(), 'kikoa-endpoints-'))
  const path = join(folder, 'endpoints.json')
  writeFileSync(path, JSON.stringify(file))
  let ms = 0
  const state: Pick<Engine, 'setting'> = { setting: {} }
  const engine = createAvailability(
    {
      config: { AVAILABILITY_ENDPOINTS: path },
      settings: async () => state.setting,
      now: () => new Date(Date.UTC(2030, 0, 1) + ms),
      log: createLog('silent'),
      ...(registrar && { registrar }),
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
  return Object.assign(state, engine, { pass: (by: number) => void (ms += by) })
}
