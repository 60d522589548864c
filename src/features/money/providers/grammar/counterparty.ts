import { isProviderName, isWalletName } from '../all-providers.ts'
import { isReceived, type MessageKind } from '../kind.ts'
import type { CutPart } from './cut.ts'

const PHONE =
  /\(?(?<![A-Za-z\d])(\+?\d{9,12}|\d{4} \d{3} \d{3}|\d{1,8}\*{2,}\d*|\*{3,}\d{3}(?!\d)|\d{2,3}X{6,})(?![\d])\)?/

/** An agent, who hands over cash: "Agent KATO", "l'agent KATO", or, who paid, "NMB WAKALA 12345". */
export const isAgent = ({ role, text }: CutPart): boolean =>
  role !== 'note' && (agent.test(text) || (role === 'payer' && isAgentOfProvider(text)))
const agent = /^(?:[ld]['’]|une? )?(?:agent|wakala)\b/i

function isAgentOfProvider(text: string): boolean {
  const [, name = '', number] = /^(.*?) ?\b(?:agent|wakala)\b(?: (?:no\.? ?)?(\d{3,}))?/i.exec(text) ?? []
  return number !== undefined || (name !== '' && isProviderName(name))
}

interface Counterparty {
  name: string | null
  phone: string | null
}

export function counterpartyOf(parts: readonly CutPart[], kind: MessageKind): Counterparty {
  const isCash = kind === 'deposit' || kind === 'withdrawal'
  const from = isReceived(kind) || isCash || kind === 'reversal' || kind === 'other'
  const first = (role: CutPart['role']) => parts.find((part) => part.role === role)?.text
  const payer = first('payer')
  const payee = first('payee')
  const found = from ? (payer ?? (isCash ? payee : undefined)) : (payee ?? payer)
  const read = found ? nameAndPhone(found) : { name: null, phone: null }
  const titled = first('name')
  if (titled !== undefined) return { phone: read.phone, ...namedOnly(nameAndPhone(titled)) }
  // The payer may have typed it, so a phone in it proves nothing.
  const principal = first('principal')
  if (principal !== undefined) return { ...read, name: nameAndPhone(principal).name }
  // A wallet that passes money on writes who paid as the reason.
  const note = found !== undefined && isProviderName(found) ? first('note') : undefined
  return from && note !== undefined && /\p{L}{2}[\p{L}.]* \p{L}/u.test(note) ? nameAndPhone(note) : read
}

/** Without a phone that is not known, so that another one stays. */
const namedOnly = ({ name, phone }: Counterparty) => (phone === null ? { name } : { name, phone })

function nameAndPhone(text: string): Counterparty {
  // Without the bank or the wallet through which it came.
  const own = text.replace(/^[^;]{0,40};|^.{0,40}?akaunti \S+ -|^\d{5,7} - /i, '')
  const phone = PHONE.exec(own)?.[1] ?? PHONE.exec(text)?.[1] ?? null
  const names = own
    .replace(PHONE, ' ')
    .replace(/^kwa |^(?:l')?(?:agent|wakala):?(?= |$)/i, '')
    .replace(/^(?:.{0,30} )?(?:user|customer|mteja) (?=[\s\d]*\p{Lu})/u, '')
    .replace(/^[\s,\d*-]+(?=[A-Za-z(])/, '')
    .split(/,| - /)
    .filter((part) => /\p{L}/u.test(part) && !numbered.test(part))
    .map((part) =>
      part
        .replace(/\(([^()]{2,30})\) ?$/, (whole, inside: string) => (isProviderName(inside) ? '' : whole))
        .replaceAll(/[()]/g, ' ')
        .replaceAll(/ +/g, ' ')
        .replace(/(?: \d{4,}| on)?[\s.-]*$/, '')
        .trim(),
    )
  const name = names.find((one) => !isProviderName(one)) ?? names[0] ?? ''
  return { name: withoutChannel(name) || null, phone }
}

/** What a number belongs to: "business 522533". */
const numbered = /^ ?(?:business|till|merchant|paybill|simu|tel|phone)? ?\d* ?$|^ ?id\b:? ?\d/i

/** A name without the wallet before or behind it: "VODACOM M-PESA ASHA OMAR". Both have two words or a hyphen. */
function withoutChannel(name: string): string {
  if (isProviderName(name)) return name
  const words = name.split(' ')
  for (let at = 1; at < words.length; at++) {
    const [left, right] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
    if (isChannel(left) && right.includes(' ')) return right
    if (isChannel(right) && left.includes(' ')) return left
  }
  return name
}

const isChannel = (name: string) => /[ -]/.test(name) && isWalletName(name)

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
  const written = found?.text.replace(/^[-. ]+|[-.* ]+$|(?<=^[^(]*)\)$/g, '').trim()
  // Behind it the bank names itself.
  return written?.split(/[.!] (?=\p{Lu})/u)[0] || listedNote(parts)
}

/** Airtel writes phone, name and note one after the other. */
function listedNote(parts: readonly CutPart[]): string | null {
  const payer = parts.find(({ role }) => role === 'payer')?.text ?? ''
  return /^\+?\d{9,12},[^,]+,(.+)$/.exec(payer)?.[1]?.trim() ?? null
}
