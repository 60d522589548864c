import { hasUsualDecimals, readAmount } from '../amounts.ts'
import { readTime } from '../dates.ts'
import type { MessageFacts } from '../providers/read-message.ts'
import type { MarkField, Slot, TemplatePart } from '../../settings/message-templates.ts'
import {
  formOf,
  isName,
  isNumber,
  type Place,
  type PlaceType,
  placesIn,
  spaced,
  typeOfSlot,
} from './places.ts'

/** A template of the shop's own, with what its messages do not say themselves. */
export interface Template {
  parts: readonly TemplatePart[]
  /** ISO 4217. */
  currency: string
}

/** The part of a message that a slot of its template holds. */
export interface Held {
  slot: Slot
  at: number
  end: number
}

/**
 * What the slots of a template hold in a message, in their order. Undefined unless the whole message fits. Each part is
 * looked at once, so the time grows with the text alone.
 * @param message as `spaced` gives it
 */
export function fit(parts: readonly TemplatePart[], message: string): Held[] | undefined {
  if (!hasConstants(parts, message)) return undefined
  const ends = new Map(placesIn(message).map(({ type, at, end }) => [`${type} ${at}`, end]))
  const held: Held[] = []
  let at = 0
  for (const [index, part] of parts.entries()) {
    if ('text' in part) {
      if (!message.startsWith(part.text, at)) return undefined
      at += part.text.length
      continue
    }
    const end = endOf(part, { message, at, ends, next: parts[index + 1] })
    if (end === undefined) return undefined
    held.push({ slot: part.slot, at, end })
    at = end
  }
  return message.length > 0 && at === message.length ? held : undefined
}

/** Whether the constant texts stand in a message in their order. Most messages of other layouts end here. */
function hasConstants(parts: readonly TemplatePart[], message: string): boolean {
  let from = 0
  return parts.every((part) => {
    if (!('text' in part)) return true
    const at = message.indexOf(part.text, from)
    from = at + part.text.length
    return at >= 0
  })
}

interface Around {
  message: string
  at: number
  ends: ReadonlyMap<string, number>
  next: TemplatePart | undefined
}

/** Where the slot ends that begins at a place. Undefined where the text there is not what it holds. */
function endOf(
  { slot, form }: Extract<TemplatePart, { slot: Slot }>,
  { message, at, ends, next }: Around,
): number | undefined {
  const type: PlaceType | undefined = typeOfSlot(slot)
  if (type === 'name') {
    const end = next && 'text' in next ? message.indexOf(next.text, at + 1) : message.length
    return end > at && isName(message.slice(at, end)) ? end : undefined
  }
  const end = ends.get(`${type ?? 'code'} ${at}`)
  if (end === undefined) return undefined
  const text = message.slice(at, end)
  if (slot === 'number' && !isNumber(text)) return undefined
  return form === undefined || formOf(text) === form ? end : undefined
}

/** What a message says by a template of the shop's own. Undefined where it does not fit wholly. */
export function readByTemplate({ parts, currency }: Template, text: string): MessageFacts | undefined {
  const message = spaced(text)
  const held = fit(parts, message)
  if (!held) return undefined
  return factsOf(
    Object.fromEntries(held.map(({ slot, at, end }) => [slot, message.slice(at, end)])),
    currency,
  )
}

/** The facts of the texts that were marked, or that slots hold. Undefined where an amount or the time can't be read. */
export function factsOf(
  texts: Partial<Record<MarkField, string>>,
  currency: string,
): MessageFacts | undefined {
  const amountOf = (text: string | undefined) => {
    if (text === undefined) return null
    const read = readAmount(text, { currency })
    return read === 'doubtful' ? undefined : read.amount
  }
  const [amount, balance, fee] = [texts.amount, texts.balance, texts.fee].map(amountOf)
  const at = texts.date === undefined ? null : readTime([texts.date, texts.clock].filter(Boolean).join(' '))
  if (!amount || balance === undefined || fee === undefined || at === undefined) return undefined
  return {
    kind: 'incoming',
    amount,
    currency,
    balance,
    fee,
    at,
    code: texts.code ?? null,
    name: texts.name ?? null,
    phone: texts.phone ?? null,
    reference: texts.reference ?? null,
    language: null,
    doubts: Number(amount) > 0 && hasUsualDecimals(amount, currency) ? [] : ['amount'],
  }
}

/**
 * What a message says by the templates of its sender. Undefined where none fits wholly, or two that fit say different
 * things.
 */
export function readByTemplates(templates: readonly Template[], text: string): MessageFacts | undefined {
  const read = templates.flatMap((template) => readByTemplate(template, text) ?? [])
  const [first, ...others] = read
  return others.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : undefined
}

/** A mark of an admin: what a part of a message is. */
export type Mark = Pick<Place, 'at' | 'end'> & { field: MarkField }
