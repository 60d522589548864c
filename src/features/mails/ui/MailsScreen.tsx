import { useInfiniteQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { mailsApi } from './mails.api.ts'
import { m } from '../../../paraglide/messages.js'
import { IfMay } from '../../../client/session/staff.tsx'
import { outageMessage } from '../../../client/error-messages.ts'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { pagingOptions } from '../../../kit/list/paging.ts'
import { Filters, SearchField } from '../../../kit/list/Filters.tsx'
import { TableList } from '../../../kit/list/TableList.tsx'
import { mailColumns, type MailStatus, statusLabels } from './mail-columns.tsx'
import { SenderReport, TestMailButton, useTestMail } from './SenderReport.tsx'
import { Select } from '../../../kit/form/Field.tsx'

export const handle = { firstCalls: () => ['/api/admin/mails'] }

export const meta = pageTitle(() => ({ title: m.common_mail() }))

/** While a mail is waiting, the list is polled. */
const POLL_MS = 2_000

/** Sent, waiting and failed mails, without their contents. */
export default function MailsScreen() {
  const [filter, setFilter] = useState<MailFilter>({ q: '', status: '' })
  const q = filter.q.trim()
  const list = useInfiniteQuery({
    ...mailsApi.list.infiniteOptions({
      input: (cursor) => ({ cursor, ...(q && { q }), ...(filter.status && { status: filter.status }) }),
      ...pagingOptions,
    }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some(({ status }) => status === 'waiting') ? POLL_MS : false,
  })
  const test = useTestMail()
  const filtered = Boolean(q || filter.status)
  return (
    <>
      <PageHeader
        title={m.common_mail()}
        actions={
          <IfMay needs="messages.write">
            <TestMailButton test={test} />
          </IfMay>
        }
      >
        {m.mails_about()}
      </PageHeader>
      {test.data ? <SenderReport report={test.data} /> : null}
      <MailFilters filter={filter} onChange={setFilter} />
      <TableList
        label={m.common_mail()}
        query={list}
        columns={mailColumns()}
        failed={m.mails_failed()}
        reasonOf={outageMessage}
        empty={
          <EmptyState icon={MailCheck} title={filtered ? m.mails_none_found() : m.mails_none()}>
            {filtered ? m.mails_none_found_hint() : m.mails_none_hint()}
          </EmptyState>
        }
      />
    </>
  )
}

interface MailFilter {
  q: string
  status: MailStatus | ''
}

interface MailFiltersProps {
  filter: MailFilter
  onChange: (filter: MailFilter) => void
}

function MailFilters({ filter, onChange }: MailFiltersProps) {
  return (
    <Filters
      active={filter.status ? 1 : 0}
      search={
        <SearchField
          label={m.common_address()}
          placeholder={m.mails_search_placeholder()}
          value={filter.q}
          onChange={(text) => onChange({ ...filter, q: text })}
          maxLength={255}
        />
      }
    >
      <Select
        label={m.common_status()}
        className="md:w-44"
        placeholder={m.common_all()}
        value={filter.status}
        onChange={(event) => onChange({ ...filter, status: event.target.value as MailFilter['status'] })}
        options={Object.entries(statusLabels).map(([value, text]) => ({
          value,
          label: value === 'sent' ? m.mails_sent_or_to_file() : text(),
        }))}
      />
    </Filters>
  )
}
