import { useInfiniteQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { DataList } from '../../../kit/data-list/DataList.tsx'
import { pagingOptions } from '../../../kit/list/paging.ts'
import { auditApi } from '../../audit/ui/audit.api.ts'
import { AuditList } from '../../audit/ui/AuditList.tsx'
import { CustomerChat } from '../../chat/ui/CustomerChat.tsx'
import { mailsApi } from '../../mails/ui/mails.api.ts'
import { customerMailColumns, customerMailName, MailDetails } from '../../mails/ui/mail-columns.tsx'
import type { SectionProps } from './section.tsx'

/** Rows of a list before "Load more". */
const SHOWN = 20

/** The conversation with a customer, whose first line begins it, and what was mailed to them. */
export const ContactSection = (props: SectionProps) => (
  <div className="flex flex-col gap-8">
    <CustomerChat id={props.profile} onCustomerPage />
    <section aria-label={m.common_mail()}>
      <h2 className="mb-2 text-lg font-bold">{m.common_mail()}</h2>
      <MailsSection {...props} />
    </section>
  </div>
)

/** What was mailed to a customer. */
function MailsSection({ profile }: SectionProps) {
  const list = useInfiniteQuery(
    mailsApi.list.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => ({ customer: profile, cursor, limit: SHOWN }),
    }),
  )
  return (
    <DataList
      label={m.common_mail()}
      query={list}
      name={customerMailName}
      columns={customerMailColumns}
      renderPanel={(mail) => <MailDetails mail={mail} />}
      failed={m.mails_failed()}
      reasonOf={outageMessage}
      empty={<EmptyState icon={Send} title={m.customers_mails_none()} />}
    />
  )
}

/** What a customer did, and what was done to their account and rows. */
export function AuditSection({ profile }: SectionProps) {
  const list = useInfiniteQuery(
    auditApi.list.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => ({ customer: profile, cursor, limit: SHOWN }),
    }),
  )
  return <AuditList query={list} />
}
