import { isSuffix } from '../products/names/suffixes.ts'
import { bareName, isCommonSuffix, isDomainName } from '../products/names/syntax.ts'
import { readName, readPlainName } from './names.ts'

/** What a search depends on besides the typed text. */
export interface Market {
  /** All endings that the shop sells. */
  endings: readonly string[]
  /** The endings of the public search, which are looked up for the label (readings 5). */
  searched: readonly string[]
  /** ISO 3166-1 alpha-2 of the shop; empty if it is not known. */
  country: string
}

/** The rows of a search in their order, in ASCII. */
export interface Search {
  /** The label of the rows with the endings of the public search. */
  label: string
  /** Looked up besides, and shown before the others: see `readSearch`. */
  asked: string[]
  /** The label with the endings of the public search. A name that was typed is the first. */
  searched: string[]
}

/** The most names that are looked up besides. */
const MOST_ASKED = 8
const dots = /[.\u3002\uFF0E\uFF61]/
/** What can't be in a name with its dots: blanks, signs and symbols. */
const between = /[^\u200D\u200C\p{L}\p{M}\p{N}\u00B7\u0375\u05F3\u05F4\u30FB.\u3002\uFF0E\uFF61-]+/u

/**
 * Reads a typed text as the rows of a search: first the whole name as it was typed, whatever its ending; of several
 * words the words as one, glued and with hyphens; then the endings of the shop's country; then the label with the
 * endings of the public search. Undefined where the text has no valid label. Loads the tables of scripts and of public
 * suffixes only for a text that needs them.
 */
export async function readSearch(typed: string, market: Market): Promise<Search | undefined> {
  const name = await readName(typed)
  if (!name.ok) return undefined
  const read = async (one: string) =>
    isPlain(one, market) ? readPlain(one, market) : readWithTables(one, market.endings)
  const typedNames = await Promise.all(candidatesOf(typed).map(read))
  return rowsOf(name.label, typedNames, market)
}

/** The synchronous form, without the names that need a table. Undefined where the label needs one, or is invalid. */
export function readPlainSearch(typed: string, market: Market): Search | undefined {
  const name = readPlainName(typed)
  if (!name?.ok) return undefined
  const plain = candidatesOf(typed).filter((one) => isPlain(one, market))
  return rowsOf(
    name.label,
    plain.map((one) => readPlain(one, market)),
    market,
  )
}

/** Whether `readPlainSearch` reads all of a text. */
export const isPlainSearch = (typed: string, market: Market) =>
  readPlainName(typed) !== undefined && candidatesOf(typed).every((one) => isPlain(one, market))

function rowsOf(label: string, typed: readonly (string | undefined)[], market: Market): Search {
  const names = typed.filter((one) => one !== undefined)
  const base = names[0]?.split('.')[0] ?? label
  const local = localEndings(market).map((ending) => `${base}.${ending}`)
  const searched = market.searched.map((ending) => `${label}.${ending}`)
  const asked = [...new Set([...names, ...local])].filter((one) => !searched.includes(one))
  const first = searched.filter((one) => names.includes(one))
  return {
    label,
    asked: asked.slice(0, MOST_ASKED),
    searched: [...new Set([...first, ...searched])],
  }
}

/** The endings below the top-level domain of the shop's country. The United Kingdom's is not its code. */
function localEndings({ endings, country }: Market): string[] {
  const top = country === 'GB' ? 'uk' : country.toLowerCase()
  return top ? endings.filter((one) => one === top || one.endsWith(`.${top}`)) : []
}

/** The names that a text stands for, as typed: each has an ending. */
function candidatesOf(typed: string): string[] {
  const words = typed.split(/\s+/u).flatMap(wordsOf)
  const last = words.at(-1) ?? ''
  // An ending that stands apart: "mama lishe .co.tz".
  const apart = words.length > 1 && (last.startsWith('.') || (dots.test(last) && isCommonSuffix(last)))
  const named = apart ? words.slice(0, -1) : words
  const whole = named.filter((one) => dots.test(one))
  if (whole.length > (whole.at(-1) === named.at(-1) ? 1 : 0)) return whole
  const [final = '', ...ending] = (named.at(-1) ?? '').split(dots)
  const labels = [...named.slice(0, -1), final]
  const typedEnding = apart ? last.replace(/^\.+/, '') : ending.join('.')
  if (labels.length === 1) return typedEnding ? [`${final}.${typedEnding}`] : []
  return ['', '-'].map((glue) => `${labels.join(glue)}.${typedEnding || 'com'}`)
}

/** The words of a text without blanks. A mailbox stands for its domain. */
function wordsOf(text: string): string[] {
  const bare = bareName(text)
  const domain = text.toLowerCase().slice(text.lastIndexOf('@') + 1)
  const host = bare.includes('@') && dots.test(domain) ? bareName(domain) : bare
  return host
    .split(between)
    .map((word) => word.replace(/^-+|[-.]+$/g, ''))
    .filter(Boolean)
}

/**
 * Whether a name can be read without tables: in ASCII, and where it is known without the list of public suffixes what it is
 * and what is above it.
 */
function isPlain(name: string, { endings }: Market): boolean {
  if (!/^[a-z0-9.-]+$/.test(name) || /(?:^|\.)xn--/.test(name)) return false
  if (!isDomainName(name)) return true
  const labels = name.split('.')
  return labels.every((_, at) => isEnding(labels.slice(at).join('.'), endings) !== undefined)
}

/** The name itself or the one above it that can be registered. Undefined for an ending, or an invalid name. */
function readPlain(name: string, { endings }: Market): string | undefined {
  if (!isDomainName(name) || isEnding(name, endings)) return undefined
  const labels = name.split('.')
  const at = labels.findIndex((_, index) => isEnding(labels.slice(index + 1).join('.'), endings))
  return labels.slice(at).join('.')
}

const isEnding = (name: string, endings: readonly string[]) => endings.includes(name) || isSuffix(name)

async function readWithTables(typed: string, endings: readonly string[]): Promise<string | undefined> {
  const [{ readAsciiName }, { readDomainName, registrableOf }] = await Promise.all([
    import('../products/names/scripts.ts'),
    import('../products/domain-names.ts'),
  ])
  const name = readAsciiName(typed)
  const registrable = name && registrableOf(name, endings)
  return registrable && readDomainName(registrable, endings)
}

/**
 * Groups names by label: `mama.com` and `mama.co.tz` are `mama` with two endings. Labels are in the order of their
 * first name.
 */
export function endingsByLabel(names: readonly string[]): Map<string, string[]> {
  const labels = new Map<string, string[]>()
  for (const name of names) {
    const dot = name.indexOf('.')
    const label = name.slice(0, dot)
    labels.set(label, [...(labels.get(label) ?? []), name.slice(dot + 1)])
  }
  return labels
}
