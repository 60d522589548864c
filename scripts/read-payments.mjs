import { answerLines, textOf } from './lines.mjs'

/**
 * Reads messages of wallets and banks as JSON lines `{id, sender, country, text, received_at?, context?}` and writes a
 * line with what each says: `{id, kind, amount, currency, code, name, phone, reference, at, balance, fee, treatment}`.
 */
await answerLines(import.meta.filename, async () => {
  const { treatMessage } = await import('../src/features/payments/messages/treat-message.ts')
  return ({ id = null, sender, country, text, received_at, context }) => {
    const message = { text: textOf(text), sender: textOf(sender), country: textOf(country) }
    const { facts, treatment } = treatMessage({ ...message, received_at, context: context ?? {} })
    return { id, ...facts, treatment }
  }
})
