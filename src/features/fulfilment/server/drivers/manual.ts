import { type Capability, capabilities } from '../../drivers.ts'
import { type DriverKind, type Outcome, ProviderFailed, type RegistrarDriver } from './driver.ts'

const DAY_MS = 86_400_000

/** What a person can't be asked for while somebody waits for the screen. */
const unasked: readonly Capability[] = ['check', 'list', 'prices', 'balance']
const able = new Set(capabilities.filter((capability) => !unasked.includes(capability)))

const ordered = async (): Promise<Extract<Outcome, { state: 'ordered' }>> => ({ state: 'ordered' })

async function unanswered(): Promise<never> {
  throw new ProviderFailed('refused', 'a person answers here')
}

const driver: RegistrarDriver = {
  capabilities: () => able,
  check: unanswered,
  prices: unanswered,
  balance: unanswered,
  // Until the person answers. That answer ends the fulfilment itself, and no driver is asked again.
  info: async () => ({ state: 'pending' }),
  register: ordered,
  renew: ordered,
  transferIn: ordered,
  setNameservers: ordered,
  setContacts: ordered,
  setLock: ordered,
  setPrivacy: ordered,
  authCode: ordered,
}

/**
 * A person of the staff: whatever is ordered waits in the inbox until the person says "done" or "refused". Documents and
 * days of waiting are normal there, so that an order never ends by itself. It calls nobody.
 */
export const manual: DriverKind = {
  name: 'manual',
  asks: { username: false },
  settleMs: 30 * DAY_MS,
  limits: { aMinute: Number.POSITIVE_INFINITY, aDay: Number.POSITIVE_INFINITY },
  open: () => driver,
}
