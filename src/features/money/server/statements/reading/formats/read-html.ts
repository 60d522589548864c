// oxlint-disable unicorn/prefer-add-event-listener -- the parser has no other way
import sax from 'sax'
import { MOST_PREAMBLE, type Line } from './split-lines.ts'
import { MOST_COLUMNS, MOST_ROWS, Unreadable } from '../unreadable.ts'

/** Whether a text is a page with a table, as old Excel exports are. */
export const isHtml = (text: string): boolean => /^\s*</.test(text) && /<table[\s>]/i.test(text)

const SLICE = 64 * 1024

/** A page without the elements of a name. One that has no end takes the rest of the page with it. */
function withoutElements(page: string, name: string): string {
  const lower = page.toLowerCase()
  let kept = ''
  let at = 0
  for (;;) {
    const start = lower.indexOf(`<${name}`, at)
    if (start < 0) return kept + page.slice(at)
    kept += page.slice(at, start)
    const end = lower.indexOf(`</${name}>`, start)
    if (end < 0) return kept
    at = end + name.length + 3
  }
}

/**
 * The rows of all tables of a page. Scripts and styles are left out, and nothing is fetched or run.
 * @throws Unreadable `too-many-rows`
 */
export function htmlLines(text: string): Line[] {
  const parser = sax.parser(false, { lowercase: true })
  const lines: Line[] = []
  let cells: string[] | undefined
  let cell: string | undefined
  let span = 1
  const endCell = () => {
    if (cell === undefined || !cells) return
    // A list without end would end the process, whatever memory its thread may have.
    const free = MOST_COLUMNS - cells.length
    if (free > 0) cells.push(cell.replaceAll(/\s+/g, ' ').trim())
    for (let more = 1; more < Math.min(span, free); more++) cells.push('')
    cell = undefined
  }
  const endRow = () => {
    endCell()
    if (cells?.some(Boolean)) lines.push({ row: lines.length + 1, cells })
    if (lines.length > MOST_ROWS + MOST_PREAMBLE) throw new Unreadable('too-many-rows')
    cells = undefined
  }
  // What is no proper page is read as far as it goes.
  parser.onerror = () => parser.resume()
  parser.onopentag = ({ name, attributes }) => {
    if (name === 'tr') {
      endRow()
      cells = []
    } else if (name === 'td' || name === 'th') {
      endCell()
      cells ??= []
      cell = ''
      span = Number(attributes.colspan) || 1
    } else if (cell !== undefined) cell += ' '
  }
  parser.ontext = (more) => {
    if (cell !== undefined) cell += more
  }
  parser.onclosetag = (name) => {
    if (name === 'td' || name === 'th') endCell()
    if (name === 'tr' || name === 'table') endRow()
  }
  const page = withoutElements(withoutElements(text, 'script'), 'style')
  for (let at = 0; at < page.length; at += SLICE) parser.write(page.slice(at, at + SLICE))
  parser.close()
  endRow()
  return lines
}
