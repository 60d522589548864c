import type { Answers, Columns, Layout } from '../../../../statements/statement.ts'
import { readFile } from '../read-file.ts'
import { Unreadable } from '../unreadable.ts'

/** How a table is read, where that is not by itself. */
export interface Given {
  chosen?: Columns
  answers?: Answers
  layouts?: Record<string, Layout>
  currency?: string | undefined
}

export const now = new Date('2026-11-27T09:00:00Z')
export const read = (text: string | Buffer, { layouts = {}, ...given }: Given = {}) =>
  readFile(typeof text === 'string' ? Buffer.from(text) : text, { now, layouts, ...given })

/** Why a table is refused, or `read`. */
export function reasonOf(text: string | Buffer) {
  try {
    read(text)
  } catch (error) {
    if (error instanceof Unreadable) return error.reason
    throw error
  }
  return 'read'
}

export const HEADER = 'Date,Reference,Details,Credit,Debit,Balance\n'
export const rowsOf = (text: string, given?: Given) => read(text, given).rows
