import { sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import { type MessageTemplate, templatesOf } from '../../../settings/server/message-templates.ts'
import { looksLikeProvider } from '../../providers/all-providers.ts'
import type { MessageKind } from '../../providers/kind.ts'
import type { MessageFacts } from '../../providers/read-message.ts'
import { hasUsualLetters } from '../../providers/treat-message.ts'
import { isLikePayment } from '../../templates/places.ts'
import { readByTemplates } from '../../templates/read.ts'

interface Incoming {
  sender: string
  text: string
}

/** The account of a sender that the shop has learned to read. No provider's key has a blank. */
export const ownAccountOf = (sender: string): string => `own ${sender}`

const isPhone = (sender: string) => /^[+\d\s()./*-]*\d[+\d\s()./*-]*$/.test(sender)

/**
 * Whether the shop may learn how a sender writes: a name in usual letters that is neither that of a wallet or bank that it
 * knows, in any spelling, nor a phone number.
 */
export const mayBeLearned = (sender: string): boolean =>
  sender.length <= 100 &&
  sender.trim() === sender &&
  /[A-Za-z]{2}/.test(sender) &&
  hasUsualLetters(sender) &&
  !isPhone(sender) &&
  !looksLikeProvider(sender)

/** What a message says by some templates of its sender. Undefined where they don't read it. */
export function readByOwn(
  templates: readonly MessageTemplate[],
  { sender, text }: Incoming,
): MessageFacts | undefined {
  const [first, ...others] = templates
  if (!first || !mayBeLearned(sender)) return undefined
  // Two methods of one sender say different things of a message.
  const method = others.every((other) => other.method === first.method) ? first.method : undefined
  const facts = method === undefined ? undefined : readByTemplates(templates, text)
  return facts && method !== undefined
    ? { ...facts, own: { account: ownAccountOf(sender), method } }
    : undefined
}

/**
 * Orders what is stored of a sender and what is learned of it, until the transaction ends. Messages that arrive don't wait
 * for each other.
 */
export async function lockSender({ db }: Transaction, sender: string, of: 'message' | 'template') {
  if (!mayBeLearned(sender)) return
  const lock = sql.raw(of === 'message' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await sql`select ${lock}(hashtextextended(${`sender ${sender}`}, 0))`.execute(db)
}

/** What the words of a bank that nobody has described may mean by chance: they were learned from other banks. */
const guesses: ReadonlySet<MessageKind> = new Set(['balance', 'promo', 'outgoing', 'bill', 'other'])

/**
 * What a message says by the templates of exactly its sender, and otherwise what was read of it. What looks like a payment,
 * of a sender that nobody has described, is not read as something else: it waits for a person.
 */
export function readWith(
  templates: readonly MessageTemplate[],
  message: Incoming,
  facts: MessageFacts,
): MessageFacts {
  const own = readByOwn(templates, message)
  if (own) return own
  const isUndescribed = templates.length === 0 && mayBeLearned(message.sender)
  return isUndescribed && guesses.has(facts.kind) && isLikePayment(message.text) ? unread : facts
}

const unread: MessageFacts = {
  kind: 'unread',
  amount: null,
  currency: null,
  code: null,
  name: null,
  phone: null,
  reference: null,
  at: null,
  balance: null,
  fee: null,
  language: null,
  doubts: [],
}

/** As `readWith`, by the templates that are not revoked. */
export async function readOwn(
  tx: Transaction,
  message: Incoming,
  facts: MessageFacts,
): Promise<MessageFacts> {
  const templates = mayBeLearned(message.sender) ? await templatesOf(tx, message.sender) : []
  return readWith(templates, message, facts)
}
