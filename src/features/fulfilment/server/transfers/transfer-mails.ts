import type { Transaction } from '../../../../server/database/database.ts'
import type { MailTemplate } from '../../../../server/mail/layout.ts'
import type { MessageKey } from '../../../../server/mail/messages.ts'
import { customerMail, customerMailTemplate, mailCustomer } from '../../../mails/server/customer-mail.ts'
import { readStored } from '../../../settings/server/settings.ts'
import type { FulfilmentReason } from '../../states.ts'
import type { Fulfilment } from '../fulfilment.tables.ts'

/** What the customer reads of a refusal. Others have no words of their own. */
const reasons: Partial<Record<FulfilmentReason, MessageKey>> = {
  'auth-code': 'transfers_why_code',
  locked: 'transfers_why_locked',
  'too-new': 'transfers_why_new',
  objected: 'transfers_why_objected',
}

interface RefusedTransfer {
  product: 'domain'
  subject: string
  /** Of the request. */
  request: string
  reason: FulfilmentReason
}

/** Tells a customer why a registrar has refused to move a name, and what may be done. */
export async function mailRefusedTransfer(
  tx: Transaction,
  { user_id, target, source }: Pick<Fulfilment, 'user_id' | 'target' | 'source'>,
  reason: FulfilmentReason,
): Promise<void> {
  const data: RefusedTransfer = { product: 'domain', subject: target, request: source, reason }
  await mailCustomer(tx, await readStored(tx), user_id, { kind: 'transfer-refused', data })
}

export const transferMailTemplates: Record<'transfer-refused', MailTemplate> = {
  'transfer-refused': customerMailTemplate<RefusedTransfer>(({ request, reason, ...about }, context) => {
    const { facts, button, ...rest } = customerMail(context, about, 'transfer-refused')
    const why = context.translate(reasons[reason] ?? 'transfers_why_other')
    return {
      ...rest,
      facts: [...facts, [context.translate('transfers_why'), why]],
      button: { ...button!, link: `${button!.link}#request-${request}` },
    }
  }),
}
