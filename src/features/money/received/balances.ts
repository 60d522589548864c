import type { MessageFacts } from '../providers/read-message.ts'
import { hasUsualLetters } from '../providers/treat-message.ts'

/** Whether money that went out continues the chain of balances, so that the next message can continue from it. */
export function continuesOutwards(facts: MessageFacts, text: string, last: string | null): boolean {
  const { amount, balance, fee } = facts
  if (last === null || amount === null || balance === null || !hasUsualLetters(text)) return false
  return thousandths(last) - thousandths(amount) - thousandths(fee ?? '0') === thousandths(balance)
}

/** A decimal number in thousandths, exact. */
function thousandths(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole) * 1000n + BigInt(fraction.padEnd(3, '0').slice(0, 3))
}
