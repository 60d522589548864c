import type { UnreadRow } from './statement.ts'

/** The columns behind those of the bank in the file of rows that were not read. Reading leaves them out. */
export const addedColumns = ['Kikoa row', 'Kikoa reason'] as const

/** A spreadsheet would run a text that begins like a formula. Amounts may begin with a sign. */
const isFormula = (cell: string) => /^[=@\t]|^[+-](?![\d.,\s]*$)/.test(cell)

const written = (cell: string) => `"${(isFormula(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`

/**
 * The rows of a statement that were not read as CSV, with the header of the bank, so that they can be mended and sent again.
 * @param reasonOf the sentence for a reason
 */
export function unreadFile(
  header: readonly string[],
  unread: readonly UnreadRow[],
  reasonOf: (reason: UnreadRow['reason']) => string,
): string {
  const names = header.length ? header : ['Entry']
  const lines = unread.map(({ row, reason, cells }) => {
    const own = [...cells.slice(0, names.length), ...names.slice(cells.length).map(() => '')]
    // What a delimiter out of place has pushed behind the last column stays with it.
    const rest = cells.slice(names.length).filter(Boolean)
    if (rest.length) own[own.length - 1] = [own.at(-1), ...rest].filter(Boolean).join(' ')
    return [...own, String(row), reasonOf(reason)]
  })
  return [[...names, ...addedColumns], ...lines].map((line) => `${line.map(written).join(',')}\r\n`).join('')
}
