import * as z from 'zod/mini'
import { id, text } from '../../shared/contract.ts'

/** The most signs of one line of a conversation. */
export const LINE_LIMIT = 4000
/** The most lines that a customer writes in a minute. */
export const LINES_A_MINUTE = 30

/** The sides of a conversation: one customer, and whoever answers for the shop. */
export const sides = ['customer', 'shop'] as const
export type Side = (typeof sides)[number]

/** What somebody writes: plain text, and the writer's own name for the attempt, so that a second one writes nothing. */
export const newLine = { body: text(LINE_LIMIT), client_id: z.optional(id) }

const address = /https?:\/\/[^\s<>"'`/?#][^\s<>"'`]*/gi
/** What ends a sentence, or closes a bracket around an address, and is not meant to belong to it. */
const behind = /[.,;:!?)\]}»”’*_]+$/

/** A piece of a line: text, or an address of the web that may be pressed. */
export type Piece = { text: string; href?: string }

/**
 * Cuts a line into text and addresses. Only http and https become addresses: nothing that a browser would run. The
 * pieces put together are the line again, sign for sign.
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
