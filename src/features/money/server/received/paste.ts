import type { CallerContext } from '../../../../server/http/context.ts'
import { readMessage } from '../../providers/read-message.ts'
import { momentOf } from '../../dates.ts'
import { audit } from '../../../audit/server/audit.ts'
import { templatesOf } from '../../../settings/server/message-templates.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { readWith } from '../templates/read-incoming.ts'
import { countryOf, decide } from './decide.ts'
import { storeMessage } from './store-message.ts'
import type { Input } from '../../../../shared/contract.ts'
import type { receivedContract } from '../../received/received.contract.ts'

type Pasted = Input<typeof receivedContract.paste>

const messagesOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter(Boolean)

export async function previewPasted(caller: CallerContext, { text, sender }: Pasted) {
  const settings = await readSettings(caller.database)
  const templates = await caller.read((tx) => templatesOf(tx, sender))
  const country = countryOf(settings)
  const context = { lastBalance: null, isNewCurrency: false, isCodeUsed: false, now: caller.now }
  return {
    items: messagesOf(text).map((one) => {
      const message = {
        channel: 'pasted',
        sender,
        text: one,
        receivedAt: momentIn(one, country, caller.now),
      } as const
      const facts = readWith(templates, message, readMessage(one, country))
      return {
        text: one,
        kind: facts.kind,
        amount: facts.amount === null ? null : Number(facts.amount),
        currency: facts.currency,
        code: facts.code,
        payer_name: facts.name,
        payer_phone: facts.phone,
        reference: facts.reference,
        paid_at: facts.at === null ? null : momentOf(facts.at, country).toISOString(),
        ...decide(facts, message, settings, context),
      }
    }),
  }
}

/**
 * Saves pasted messages, each once. They wait until an admin confirms them: anybody can write a text. What the phone or a
 * statement has reported already is repeated.
 */
export async function savePasted(caller: CallerContext, { text, sender }: Pasted) {
  const settings = await readSettings(caller.database)
  const country = countryOf(settings)
  return caller.write(async (tx) => {
    const counts = { stored: 0, repeated: 0, ignored: 0 }
    for (const one of messagesOf(text)) {
      const receivedAt = momentIn(one, country, caller.now)
      const stored = await storeMessage(
        tx,
        settings,
        { channel: 'pasted', sender, text: one, receivedAt },
        caller.now,
      )
      if (!stored || (stored.outcome === 'new' && stored.row.state === 'ignored')) counts.ignored++
      else if (stored.outcome === 'repeated') counts.repeated++
      else counts.stored++
    }
    await audit(tx, 'admin', { action: 'received.pasted', entity: 'received', after: counts })
    return counts
  })
}

/** A pasted message came when it says that it was sent, because nobody knows when it arrived. */
function momentIn(text: string, country: string, now: Date): Date {
  const { at } = readMessage(text, country)
  return at === null ? now : momentOf(at, country)
}
