import type { BalanceProof } from '../../../statements/statement.ts'
import { decimalOf } from './cell-amount.ts'

/** An amount that moved, in thousandths: negative where it went out. */
export interface Movement {
  row: number
  value: bigint
  /** The balance after it. Null where the row has none. */
  balance: bigint | null
}

/** Breaks that a preview lists. */
const MOST_BREAKS = 20
/** So many balances must follow from the amounts before a row is left out because its own does not move. */
const LEAST_LINKS = 3

interface Link {
  at: number
  before: bigint
  found: bigint
  /** What moved between both balances. */
  moved: bigint
}

/** Each balance with the one before it, in the order of the movements. */
function linksOf(movements: readonly Movement[]): Link[] {
  const links: Link[] = []
  let before: bigint | undefined
  let moved = 0n
  for (const [at, { value, balance }] of movements.entries()) {
    moved += value
    if (balance === null) continue
    if (before !== undefined) links.push({ at, before, found: balance, moved })
    before = balance
    moved = 0n
  }
  return links
}

const holds = ({ before, found, moved }: Link) => before + moved === found

/** The movements with the oldest first, as their balances show it. */
function inOrder(movements: readonly Movement[]): readonly Movement[] {
  const turned = movements.toReversed()
  const count = (some: readonly Movement[]) => linksOf(some).filter(holds).length
  return count(turned) > count(movements) ? turned : movements
}

/**
 * The rows that are no movement although they name an amount, as their balance stays where it was: a balance brought
 * forward, a payment that failed. None where the balances of the other rows do not follow from each other.
 */
export function rowsThatMoveNothing(movements: readonly Movement[]): Set<number> {
  const ordered = inOrder(movements)
  const links = linksOf(ordered)
  const still = links.filter((link) => link.before === link.found && link.moved !== 0n)
  const others = links.length - still.length
  const held = links.filter((link) => holds(link) && link.moved !== 0n).length
  if (held < LEAST_LINKS || held < others * 0.8) return new Set()
  return new Set(still.map(({ at }) => ordered[at]!.row))
}

/**
 * The row of the oldest movement, where it is as large as the balance after it: it may be a balance that was brought
 * forward. Undefined where the balances do not follow from each other.
 */
export function firstBalanceRow(movements: readonly Movement[]): number | undefined {
  const ordered = inOrder(movements)
  const first = ordered[0]
  if (!first || first.value <= 0n || first.balance !== first.value) return undefined
  const links = linksOf(ordered)
  const held = links.filter((link) => holds(link) && link.moved !== 0n).length
  return held > 0 && held >= links.length * 0.8 ? first.row : undefined
}

/**
 * The rows that the balances do not confirm: theirs does not follow from the one before, or is missing, and the next one
 * follows without them. The last row is one where its balance stays, is its own amount, or is missing.
 */
export function rowsOutsideBalance(movements: readonly Movement[]): Set<number> {
  const ordered = inOrder(movements)
  const links = linksOf(ordered)
  const rows = new Set<number>()
  for (const [index, link] of links.entries()) {
    if (holds(link)) continue
    const next = links[index + 1]
    const { row, value } = ordered[link.at]!
    const isLeftOut = next
      ? link.before + next.moved === next.found
      : link.found === link.before || link.found === value
    if (isLeftOut && link.moved !== 0n) rows.add(row)
    const from = (links[index - 1]?.at ?? ordered.findIndex(({ balance }) => balance !== null)) + 1
    for (const one of ordered.slice(from, link.at))
      if (link.before + link.moved - one.value === link.found) rows.add(one.row)
  }
  const last = links.at(-1)
  if (last) for (const { row } of ordered.slice(last.at + 1)) rows.add(row)
  return rows
}

/** The row that is as large as all others that came in together, first or last of two or more: it may be their total. */
export function totalRow(movements: readonly Movement[]): number | undefined {
  const incoming = movements.filter(({ value }) => value > 0n)
  if (incoming.length < 3) return undefined
  const sum = incoming.reduce((total, { value }) => total + value, 0n)
  return [incoming.at(-1)!, incoming[0]!].find(({ value }) => value * 2n === sum)?.row
}

/** Opening balance and movements against the closing balance, and each row whose balance does not follow. */
export function proofOf(movements: readonly Movement[]): BalanceProof | null {
  const ordered = inOrder(movements)
  const links = linksOf(ordered)
  if (!links.length) return null
  const first = ordered.findIndex(({ balance }) => balance !== null)
  const sumTo = (end: number) => ordered.slice(0, end + 1).reduce((sum, { value }) => sum + value, 0n)
  const opening = ordered[first]!.balance! - sumTo(first)
  const last = links.at(-1)!
  return {
    opening: decimalOf(opening),
    closing: decimalOf(last.found),
    expected: decimalOf(opening + sumTo(last.at)),
    breaks: links
      .filter((link) => !holds(link))
      .slice(0, MOST_BREAKS)
      .map(({ at, before, moved, found }) => ({
        row: ordered[at]!.row,
        expected: decimalOf(before + moved),
        found: decimalOf(found),
      })),
  }
}

/** A part of a statement with its own balances: a page, a day or an account. All in thousandths. */
export interface Section {
  /** The line or entry of its closing balance. */
  row: number
  opening?: bigint
  closing?: bigint
  values: bigint[]
}

/** The proof of a statement whose parts name their balances. Null where a part names none. */
export function proofOfSections(sections: readonly Section[]): BalanceProof | null {
  if (!sections.length) return null
  const breaks: BalanceProof['breaks'] = []
  let isChain = true
  let before: bigint | undefined
  const sums = { opening: 0n, closing: 0n, moved: 0n }
  for (const { row, opening, closing, values } of sections) {
    if (opening === undefined || closing === undefined) return null
    const moved = values.reduce((sum, value) => sum + value, 0n)
    if (opening + moved !== closing)
      breaks.push({ row, expected: decimalOf(opening + moved), found: decimalOf(closing) })
    isChain &&= before === undefined || before === opening
    before = closing
    sums.opening += opening
    sums.closing += closing
    sums.moved += moved
  }
  // The pages of one account go on with the balance of the page before. Accounts are added up.
  const opening = isChain ? sections[0]!.opening! : sums.opening
  return {
    opening: decimalOf(opening),
    closing: decimalOf(isChain ? before! : sums.closing),
    expected: decimalOf(opening + sums.moved),
    breaks: breaks.slice(0, MOST_BREAKS),
  }
}
