import { createHash } from 'node:crypto'
import type { Money } from '../../../../shared/money/money.ts'
import type { OpenedAccount } from '../accounts.ts'
import type { TransferInfo } from '../drivers/driver.ts'
import type { Fulfilment } from '../fulfilment.tables.ts'
import type { Settings } from '../../../settings/settings.ts'
import { checkTransfer } from '../purchase.ts'
import type { Step } from '../store-step.ts'
import type { CurrentNameservers } from './current-nameservers.ts'

/** After so many attempts, a name whose nameservers can't be read moves with those of the account. */
const MOST_LOOKUPS = 5

interface Known {
  code: string | undefined
  /** What the provider's record says of the name, which it does not have. */
  before: TransferInfo
  settings: Settings
  currentNameservers?: CurrentNameservers
}

type Prepared =
  | { code: string; nameservers: string[]; cost: Money | undefined; failed?: string }
  /** It is not ordered. */
  | { step: Step }
  /** It is not ordered now, in words. */
  | { wait: string }

/** By which a failure is known again. Its words may name an earlier code. */
export const failureOf = (words: string): string =>
  createHash('sha256').update(words).digest('base64url').slice(0, 22)

/** What a transfer is ordered with. Without a code it is refused for the code, so that its customer hands in another. */
export async function prepareTransfer(
  { target, input, attempts }: Pick<Fulfilment, 'target' | 'input' | 'attempts'>,
  { driver, account }: Pick<OpenedAccount, 'driver' | 'account'>,
  { code, before, settings, currentNameservers }: Known,
): Promise<Prepared> {
  // Its record says neither that it is moved nor that it is not.
  if (before.state === 'ours') return { step: { state: 'held', reason: 'unclear' } }
  if (code === undefined) return { step: { state: 'refused', reason: 'auth-code', answer: null } }
  const checked = await checkTransfer({ target, input }, { driver }, settings)
  if ('waits' in checked) return { wait: checked.waits }
  if ('held' in checked) return { step: { state: 'held', reason: checked.held } }
  const current = await currentNameservers?.(target)
  if (currentNameservers && !current && attempts < MOST_LOOKUPS)
    return { wait: 'the present nameservers of the name could not be read' }
  return {
    code,
    nameservers: current && current.length > 1 ? current : account.nameservers,
    cost: checked.cost,
    ...(before.state === 'failed' && { failed: failureOf(before.words) }),
  }
}
