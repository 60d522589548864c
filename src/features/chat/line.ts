import * as z from 'zod/mini'
import { id, text } from '../../shared/contract.ts'

/** The maximum length of a line, in characters. */
export const LINE_LIMIT = 4000
/** The most lines that a customer may write in a minute. */
export const LINES_A_MINUTE = 30

/** The sides of a conversation: one customer, and the admins of the shop. */
export const sides = ['customer', 'shop'] as const
export type Side = (typeof sides)[number]

/** A new line: plain text, and the client's id of the attempt, so that a retry writes nothing. */
export const newLine = { body: text(LINE_LIMIT), client_id: z.optional(id) }

const address = /https?:\/\/[^\s<>"'`/?#][^\s<>"'`]*/gi
/** Characters after an address that belong to the sentence or to a bracket around it. */
const behind = /[.,;:!?)\]}»”’*_]+$/

/** A piece of a line: text, or a link. */
export type Piece = { text: string; href?: string }

/**
 * Splits a line into text and links. Only http and https addresses become links, so that no link runs code. The
 * pieces joined are exactly the line.
 */
export function piecesOf(body: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: found, index } of body.matchAll(address)) {
    const text = found.replace(behind, '')
    if (!/\/\/[^/?#]/.test(text)) continue
    if (index > from) pieces.push({ text: body.slice(from, index) })
    pieces.push({ text, href: text })
    from = index + text.length
  }
  if (from < body.length) pieces.push({ text: body.slice(from) })
  return pieces
}
