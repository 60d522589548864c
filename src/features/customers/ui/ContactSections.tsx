import { useInfiniteQuery } from '@tanstack/react-query'
import { MailCheck, ScrollText } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { CardList } from '../../../kit/list/CardList.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { TableList } from '../../../kit/list/TableList.tsx'
import { pagingOptions } from '../../../kit/list/paging.ts'
import { auditApi } from '../../audit/ui/audit.api.ts'
import { AuditEntry } from '../../audit/ui/AuditEntry.tsx'
import { CustomerChat } from '../../chat/ui/CustomerChat.tsx'
import { mailsApi } from '../../mails/ui/mails.api.ts'
import { customerMailColumns } from '../../mails/ui/mail-columns.tsx'
import type { SectionProps } from './section.tsx'

/** Rows of a list before "Load more". */
const SHOWN = 20

/** The conversation with a customer. The first line begins it. */
export const ChatSection = ({ profile }: SectionProps) => <CustomerChat id={profile} onCustomerPage />

/** What was mailed to a customer. */
export function MailsSection({ profile }: SectionProps) {
  const list = useInfiniteQuery(
    mailsApi.list.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => ({ customer: profile, cursor, limit: SHOWN }),
    }),
  )
  return (
    <TableList
      label={m.common_mail()}
      query={list}
      columns={customerMailColumns()}
      failed={m.mails_failed()}
      reasonOf={outageMessage}
      empty={<EmptyState icon={MailCheck} title={m.customers_mails_none()} />}
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
  return (
    <CardList
      rows
      label={m.common_audit_log()}
      query={list}
      failed={m.audit_failed()}
      reasonOf={outageMessage}
      empty={<EmptyState icon={ScrollText} title={m.audit_none()} />}
    >
      {(entry) => <AuditEntry entry={entry} />}
    </CardList>
  )
}
