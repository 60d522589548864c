import { MOST_ROWS, Unreadable } from '../unreadable.ts'

export interface Line {
  /** Its number in the file, counted from 1. */
  row: number
  cells: string[]
  /** The file ends within it. */
  isCut?: true
}

/** A bank writes its name and the period above the header. */
export const MOST_PREAMBLE = 60
/** A cell with line breaks is no longer than so many lines. */
const MOST_LINES = 20
const LONGEST_CELL = 20_000
/** With its blank lines. */
const MOST_LINES_OF_FILE = MOST_ROWS * 4
const DELIMITERS = [',', ';', '\t', '|', '~', '^']

interface Split {
  cells: string[]
  /** A quoted cell goes on in the next line. */
  isOpen: boolean
  /** A quoted cell has other text behind it. */
  isLoose: boolean
}

/** Splits a text at a delimiter outside of quotes. A quotation mark within a cell, or without an end, is a character. */
function splitCells(text: string, delimiter: string): Split {
  const cells: string[] = []
  let isOpen = false
  let isLoose = false
  let at = 0
  for (;;) {
    let start = at
    while (text[start] === ' ') start++
    let end = -1
    if (text[start] === '"' && !isOpen) {
      const quoted = quotedEnd(text, start + 1, delimiter)
      isLoose ||= quoted.isLoose
      if (quoted.end < 0) isOpen = true
      else {
        cells.push(
          text
            .slice(start + 1, quoted.end)
            .replaceAll('""', '"')
            .trim(),
        )
        end = text.indexOf(delimiter, quoted.end)
        if (end < 0) return { cells, isOpen, isLoose }
        at = end + 1
        continue
      }
    }
    end = text.indexOf(delimiter, at)
    cells.push(text.slice(at, end < 0 ? undefined : end).trim())
    if (end < 0) return { cells, isOpen, isLoose }
    at = end + 1
  }
}

/** Where a quoted cell ends: at a mark before a delimiter or the end of the text. -1 without one. */
function quotedEnd(text: string, from: number, delimiter: string): { end: number; isLoose: boolean } {
  let isLoose = false
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let next = at + 1
    while (text[next] === ' ') next++
    if (text[at + 1] === '"' && next === at + 1) {
      // Two marks are one, except where they are all that the cell has left.
      const after = text[at + 2]
      if (at === from && (after === undefined || after === delimiter)) return { end: at, isLoose }
      at++
    } else if (next >= text.length || text[next] === delimiter) return { end: at, isLoose }
    else isLoose = true
  }
  return { end: -1, isLoose }
}

/** The number of cells that most of the lines have which have two or more. */
function usualWidth(lines: readonly string[], delimiter: string): { width: number; lines: number } {
  const counts = new Map<number, number>()
  for (const line of lines) {
    const { length } = splitCells(line, delimiter).cells
    if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
  }
  const [[width, count] = [1, 0]] = [...counts].toSorted(
    ([one, oneCount], [other, otherCount]) => otherCount - oneCount || other - one,
  )
  return { width, lines: count }
}

/**
 * What separates the cells: the sign by which a line becomes a header that is known, else the one by which most lines have
 * the same number of cells.
 */
function delimiterOf(lines: readonly string[], knows: (cells: string[]) => number) {
  const above = lines.filter((line) => line.trim()).slice(0, MOST_PREAMBLE)
  const named = /^"?sep=(.)"?\s{0,3}$/i.exec(above[0] ?? '')?.[1]
  const found = (named ? [named] : DELIMITERS).map((delimiter) => {
    const { width, lines: count } = usualWidth(above, delimiter)
    const known = Math.max(0, ...above.map((line) => knows(splitCells(line, delimiter).cells)))
    return { delimiter, width, known, weight: count * Math.min(width, 12) }
  })
  return found.toSorted((one, other) => other.known - one.known || other.weight - one.weight)[0]!
}

/**
 * The lines of a text whose cells any sign separates. A quotation mark out of place spoils one line at most.
 * @param knows how many columns of a possible header are known
 * @throws Unreadable `too-many-rows`
 */
export function splitLines(text: string, knows: (cells: string[]) => number): Line[] {
  const source = text.split(/\r\n|\n|\r/, MOST_LINES_OF_FILE)
  if (source.length === MOST_LINES_OF_FILE) throw new Unreadable('too-many-rows')
  const { delimiter, width } = delimiterOf(source.slice(0, MOST_PREAMBLE * 4), knows)
  const lines: Line[] = []
  const last = source.findLastIndex((line) => line.trim())
  for (let at = 0; at < source.length; at++) {
    const row = at + 1
    if (!source[at]!.trim()) continue
    if (lines.length > MOST_ROWS + MOST_PREAMBLE) throw new Unreadable('too-many-rows')
    let split = splitCells(source[at]!, delimiter)
    if (split.isOpen) {
      const joined = joinedLines(source, at, delimiter, width)
      if (joined) ({ split, at } = joined)
    }
    const isCut = at === last && at === source.length - 1 && split.cells.length < width
    lines.push({ row, cells: split.cells, ...(isCut && { isCut }) })
  }
  return lines
}

/** A cell with line breaks: the lines of it, where together they have as many cells as the others. */
function joinedLines(source: readonly string[], from: number, delimiter: string, width: number) {
  let text = source[from]!
  const most = Math.min(source.length, from + MOST_LINES)
  for (let at = from + 1; at < most; at++) {
    text += `\n${source[at]}`
    if (text.length > LONGEST_CELL) return undefined
    // Only a line with a mark can end the cell.
    if (!source[at]!.includes('"')) continue
    const split = splitCells(text, delimiter)
    if (!split.isOpen) return split.cells.length === width && !split.isLoose ? { split, at } : undefined
  }
  return undefined
}
