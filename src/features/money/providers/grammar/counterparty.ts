import { isProviderName } from '../all-providers.ts'
import { isReceived, type MessageKind } from '../kind.ts'
import type { CutPart } from './cut.ts'

const PHONE =
  /\(?(?<![A-Za-z\d])(\+?\d{9,12}|\d{4} \d{3} \d{3}|\d{1,8}\*{2,}\d*|\*{3,}\d{3}(?!\d)|\d{2,3}X{6,})(?![\d])\)?/

interface Counterparty {
  name: string | null
  phone: string | null
}

export function counterpartyOf(parts: readonly CutPart[], kind: MessageKind): Counterparty {
  const from = isReceived(kind) || kind === 'reversal' || kind === 'withdrawal' || kind === 'other'
  const first = (role: CutPart['role']) => parts.find((part) => part.role === role)?.text
  const titled = first('name')
  if (titled !== undefined) return nameAndPhone(titled)
  const found = from ? first('payer') : (first('payee') ?? first('payer'))
  const read = found ? nameAndPhone(found) : { name: null, phone: null }
  // A wallet that passes money on writes who paid as the reason.
  const note = found !== undefined && isProviderName(found) ? first('note') : undefined
  return from && note !== undefined && /\p{L}{2}/u.test(note) ? nameAndPhone(note) : read
}

function nameAndPhone(text: string): Counterparty {
  // Without the bank or the wallet through which it came.
  const own = text.replace(/^[^;]{0,40};|^.{0,40}?akaunti \S+ -|^\d{5,7} - /i, '')
  const phone = PHONE.exec(own)?.[1] ?? PHONE.exec(text)?.[1] ?? null
  const name = own
    .replace(PHONE, ' ')
    .replace(/^[\s,\d-]+(?=[A-Za-z(])/, '')
    .replace(/^kwa |^(?:agent|wakala) -? ?/i, '')
    .split(/,| - /)
    .find((part) => /\p{L}/u.test(part))
    ?.replaceAll(/[()]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .replace(/(?: \d{4,})?[\s.-]*$/, '')
    .trim()
  return { name: name || null, phone }
}

/** A receipt number that a reversal names. */
const taken =
  /(?:reversal of transaction|transaction|muamala(?: namba)?) ([A-Z0-9]{6,20})(?= (?:has|was|of|umerudi|imerudi)|$)/i

/** What the payer typed, an account before a note; of a reversal, the receipt number that it names. */
export function referenceOf(message: string, parts: readonly CutPart[], kind: MessageKind): string | null {
  if (kind === 'reversal') {
    const code = taken.exec(message)?.[1]
    if (code && /\d/.test(code)) return code
  }
  const found = parts.find((part) => part.role === 'account') ?? parts.find((part) => part.role === 'note')
  const written = found?.text.replace(/^[-. ]+|[-.* ]+$/g, '').trim()
  return written || listedNote(parts)
}

/** Airtel writes phone, name and note one after the other. */
function listedNote(parts: readonly CutPart[]): string | null {
  const payer = parts.find(({ role }) => role === 'payer')?.text ?? ''
  return /^\+?\d{9,12},[^,]+,(.+)$/.exec(payer)?.[1]?.trim() ?? null
}
