import { type JSONColumnType, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { Refused } from '../../../shared/refusal.ts'
import { audit } from '../../audit/server/audit.ts'
import type { TemplatePart } from '../message-templates.ts'

/** How messages of a sender are read that no provider describes: learned from two of them, and accepted by an owner. */
export interface MessageTemplates {
  id: string
  sender: string
  parts: JSONColumnType<TemplatePart[]>
  method: string
  currency: string
  accepted_by: string | null
  accepted_at: Date
  revoked_by: string | null
  revoked_at: Date | null
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    message_templates: MessageTemplates
  }
}

export type MessageTemplate = Selectable<MessageTemplates>

/** No shop has accounts at more banks. */
const MOST_SHOWN = 200

const shown = ({ db }: Transaction) =>
  db
    .selectFrom('message_templates as t')
    .leftJoin('profiles as p', 'p.id', 't.accepted_by')
    .selectAll('t')
    .select((eb) => eb.fn.coalesce('p.full_name', 'p.email').as('name'))

type Shown = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

const present = ({ id, sender, parts, method, currency, name, accepted_at, revoked_at }: Shown) => ({
  id,
  sender,
  parts,
  method,
  currency,
  accepted_by: name,
  accepted_at: accepted_at.toISOString(),
  revoked_at: revoked_at?.toISOString() ?? null,
})

/** All templates, those that are revoked too, the last one first. */
export const listTemplates = (caller: CallerContext) =>
  caller.read(async (tx) => ({
    items: (await shown(tx).orderBy('accepted_at', 'desc').orderBy('id').limit(MOST_SHOWN).execute()).map(
      present,
    ),
  }))

/** A template as the contract shows it. Refuses with `NOT_FOUND`. */
export async function showTemplate(tx: Transaction, id: string) {
  const found = await shown(tx).where('t.id', '=', id).executeTakeFirst()
  if (!found) throw new Refused('NOT_FOUND')
  return present(found)
}

/** The templates of exactly this sender that are not revoked, the first one first. */
export const templatesOf = ({ db }: Transaction, sender: string): Promise<MessageTemplate[]> =>
  db
    .selectFrom('message_templates')
    .selectAll()
    .where('sender', '=', sender)
    .where('revoked_at', 'is', null)
    .orderBy('accepted_at')
    .orderBy('id')
    .execute()

/**
 * An admin revokes a template: no later message is read by it, and what was booked stays. Refuses with `NOT_FOUND`.
 * One that is revoked already stays as it is.
 */
export const revokeTemplate = (caller: CallerContext, id: string) =>
  caller.write(async (tx) => {
    const revoked = await tx.db
      .updateTable('message_templates')
      .set({ revoked_by: caller.actor(), revoked_at: caller.now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning(['sender', sql<number>`jsonb_array_length(parts)`.as('parts')])
      .executeTakeFirst()
    if (revoked)
      await Promise.all([
        audit(tx, 'admin', {
          action: 'message-template.revoked',
          entity: 'template',
          entity_id: id,
          before: { sender: revoked.sender, parts: revoked.parts },
        }),
        announceTemplate(tx, id),
      ])
    return showTemplate(tx, id)
  })

/** Updates the open settings of admins. */
export const announceTemplate = (tx: Transaction, id: string) =>
  publishEvents(tx, {
    user_id: null,
    type: 'message-template.changed',
    topics: ['settings'],
    entity_id: id,
    for_admins: true,
  })
