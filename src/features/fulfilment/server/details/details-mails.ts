import type { Transaction } from '../../../../server/database/database.ts'
import type { MailTemplate } from '../../../../server/mail/layout.ts'
import {
  customerMail,
  customerMailTemplate,
  mailCustomer,
  type MailSubject,
} from '../../../mails/server/customer-mail.ts'
import { readStored } from '../../../settings/server/settings.ts'
import type { Fulfilment } from '../fulfilment.tables.ts'

/** Tells a customer that a name waits for what its ending asks of the holder. */
export const mailDetailsNeeded = async (
  tx: Transaction,
  { user_id, target }: Pick<Fulfilment, 'user_id' | 'target'>,
): Promise<void> =>
  mailCustomer(tx, await readStored(tx), user_id, {
    kind: 'details-needed',
    data: { product: 'domain', subject: target },
  })

export const detailsMailTemplates: Record<'details-needed', MailTemplate> = {
  'details-needed': customerMailTemplate<MailSubject>((about, context) =>
    customerMail(context, about, 'details-needed'),
  ),
}
