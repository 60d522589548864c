import { useInfiniteQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useCallback } from 'react'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { ExportButton } from '../../../client/list/ExportButton.tsx'
import { IfMay } from '../../../client/session/staff.tsx'
import { DataList } from '../../../kit/data-list/DataList.tsx'
import { useSort } from '../../../kit/data-list/sort.ts'
import { useDebouncedText } from '../../../kit/form/debounce.ts'
import { Select } from '../../../kit/form/Field.tsx'
import { searchOf, useAddressFilter, valueIn } from '../../../kit/list/address-filter.ts'
import { Filters, SearchField } from '../../../kit/list/Filters.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { pageInput, pagingOptions } from '../../../kit/list/paging.ts'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { Link } from 'react-router'
import { Notice } from '../../../kit/Notice.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { keysOf } from '../../../shared/pick.ts'
import { mailColumns, MailDetails, mailName, statusLabels, useRetries } from './mail-columns.tsx'
import { mailsApi } from './mails.api.ts'
import { SenderReport, TestMailButton, useTestMail } from './SenderReport.tsx'

export const handle = { firstCalls: () => ['/api/admin/mails?limit=25&total=true'] }

export const meta = pageTitle(() => ({ title: m.common_mail() }))

/** While a mail is waiting, the list is polled. */
const POLL_MS = 2_000

/** Sent, waiting and failed mails, without their contents. */
export default function MailsScreen() {
  const [params, change] = useAddressFilter()
  const filter = filterOf(params)
  const sort = useSort(mailName, mailColumns)
  const input = { ...filter, ...(sort && { sort }) }
  const list = useInfiniteQuery({
    ...mailsApi.list.infiniteOptions({
      input: (cursor) => pageInput({ ...input, limit: 25 }, cursor),
      ...pagingOptions,
    }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some(({ status }) => status === 'waiting') ? POLL_MS : false,
  })
  const test = useTestMail()
  const filtered = Object.keys(filter).length > 0
  // The newest mail says whether there is a mail server now.
  const isUnsent = !filtered && !sort && list.data?.pages[0]?.items[0]?.to_file === true
  return (
    <>
      <PageHeader
        title={m.common_mail()}
        actions={
          <>
            <ExportButton list="/api/admin/mails" filter={input} />
            <IfMay needs="messages.write">
              <TestMailButton test={test} />
            </IfMay>
          </>
        }
      >
        <span className="max-md:hidden">{m.mails_about()}</span>
      </PageHeader>
      {test.data ? <SenderReport report={test.data} /> : null}
      {isUnsent && !test.data ? (
        <Notice tone="warning" className="mb-6">
          {m.mails_reach_nobody()}{' '}
          <Link to="/admin/settings#mail" className="underline underline-offset-4">
            {m.mails_set_up()}
          </Link>
        </Notice>
      ) : null}
      <MailFilters filter={filter} onChange={change} />
      <DataList
        label={m.common_mail()}
        query={list}
        name={mailName}
        columns={mailColumns}
        acts={useRetries()}
        failed={m.mails_failed()}
        reasonOf={outageMessage}
        renderPanel={(mail) => <MailDetails mail={mail} />}
        empty={
          <EmptyState icon={Send} title={filtered ? m.mails_none_found() : m.mails_none()}>
            {filtered ? m.mails_none_found_hint() : m.mails_none_hint()}
          </EmptyState>
        }
      />
    </>
  )
}

/** The filter in the address. Without a value a field does not filter. */
function filterOf(params: URLSearchParams) {
  const q = searchOf(params)
  const status = valueIn(keysOf(statusLabels), params.get('status'))
  return { ...(q && { q }), ...(status && { status }) }
}

interface MailFiltersProps {
  filter: ReturnType<typeof filterOf>
  onChange: (part: Record<string, string>) => void
}

function MailFilters({ filter: { q = '', status }, onChange }: MailFiltersProps) {
  const [typed, setTyped] = useDebouncedText(
    q,
    useCallback((text: string) => onChange({ q: text.trim() }), [onChange]),
  )
  return (
    <Filters
      active={status ? 1 : 0}
      search={
        <SearchField
          label={m.common_address()}
          placeholder={m.mails_search_placeholder()}
          value={typed}
          onChange={setTyped}
        />
      }
    >
      <Select
        label={m.common_status()}
        className="md:w-44"
        placeholder={m.common_all()}
        value={status ?? ''}
        onChange={(event) => onChange({ status: event.target.value })}
        options={Object.entries(statusLabels).map(([value, text]) => ({
          value,
          label: value === 'sent' ? m.mails_sent_or_to_file() : text(),
        }))}
      />
    </Filters>
  )
}
