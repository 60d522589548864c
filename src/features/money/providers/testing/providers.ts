import { describe, expect, test } from 'vitest'
import type { MessageKind } from '../kind.ts'
import type { MessageFacts } from '../read-message.ts'
import { treatMessage } from '../treat-message.ts'

/** What a wallet or bank sends in one country, and what each message says. */
export interface Provider {
  sender: string
  /** ISO 3166-1 alpha-2. */
  country: string
  /** ISO 4217, of each message that names no other. */
  currency: string
  sent: [kind: MessageKind, text: string, facts: Partial<MessageFacts>][]
}

/** Tests that each message is read with its facts, and that only money that came in may count. */
export function testProviders(providers: readonly Provider[]) {
  describe.each(providers)('$sender in $country', ({ sender, country, currency, sent }) => {
    test.each(sent)('%s: %s', (kind, text, facts) => {
      const { facts: read, treatment } = treatMessage({ sender, country, text })
      expect(read).toMatchObject({ kind, currency, ...facts })
      expect(treatment).toBe(kind === 'incoming' || kind === 'deposit' ? 'accept' : null)
    })
  })
}
