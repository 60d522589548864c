import { answerLines, textOf } from './lines.mjs'

/** A text, or a number as one. Undefined for anything else, which says nothing. */
const saidBy = (value) => (typeof value === 'number' ? String(value) : textOf(value) || undefined)

/** What the shop knows already. A caller may send any JSON. */
const contextOf = (value) => ({
  last_balance: saidBy(value?.last_balance),
  own_lipa: [value?.own_lipa].flat().map(saidBy).filter(Boolean),
  own_paybill_accounts_prefix: saidBy(value?.own_paybill_accounts_prefix),
  used_codes: [value?.used_codes].flat().map(textOf).filter(Boolean),
})

/**
 * Reads messages of wallets and banks as JSON lines `{id, sender, country, text, received_at?, context?}` and writes a
 * line with what each says: `{id, kind, amount, currency, code, name, phone, reference, at, balance, fee, treatment}`.
 */
await answerLines(import.meta.filename, async () => {
  const { treatMessage } = await import('../src/features/money/providers/treat-message.ts')
  return ({ id = null, sender, country, text, received_at, context }) => {
    const message = { text: textOf(text), sender: textOf(sender), country: textOf(country) }
    const { facts, treatment } = treatMessage({
      ...message,
      received_at: saidBy(received_at),
      context: contextOf(context),
    })
    const { language: _, doubts: __, noted: ___, ...said } = facts
    return { id, ...said, treatment }
  }
})
