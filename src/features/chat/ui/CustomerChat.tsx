import { useQuery } from '@tanstack/react-query'
import { Archive, ArrowLeft, Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { chatApi, customerConversationApi, customerName, type InboxConversation } from './chat.api.ts'
import { m } from '../../../paraglide/messages.js'
import { useAct } from '../../../client/form/act.ts'
import { errorSentence } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { textIn } from '../../../shared/texts/bilingual.ts'
import { usePageData } from '../../../kit/page/page-data.ts'
import { CannedAnswers } from '../../settings/ui/CannedAnswers.tsx'
import { Conversation } from './Conversation.tsx'
import { LinesSkeleton } from './Lines.tsx'
import { MomentDay } from '../../../kit/dates.tsx'
import { findProduct } from '../../product-screens/ui/products.ts'
import { StatusBadge } from '../../requests/ui/StatusBadge.tsx'
import { Presence } from '../../presence/ui/Presence.tsx'
import { Requester } from '../../requests/ui/review/Requester.tsx'

interface CustomerChatProps {
  /** The id of the customer's profile. */
  id: string
  /** Whether it is a part of the customer's page, which names the customer and lists the requests itself. */
  onCustomerPage?: boolean
}

/** One customer's conversation, as admins read and answer it, with what the customer asked for. */
export function CustomerChat({ id, onCustomerPage }: CustomerChatProps) {
  const { locale } = usePageData()
  const api = useMemo(() => customerConversationApi(id), [id])
  const query = useQuery(chatApi.inbox.find.queryOptions({ input: { id } }))
  const { data } = query
  if (query.isError && !data)
    return (
      <div>
        {onCustomerPage ? null : <BackLink />}
        <ErrorState title={m.chat_failed()} query={query} />
      </div>
    )
  return (
    <div className={onCustomerPage ? undefined : 'grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_196px]'}>
      <section
        aria-busy={!data}
        className={`flex flex-col overflow-hidden rounded-card border border-line bg-ground ${onCustomerPage ? 'h-[max(420px,calc(100dvh-320px))]' : 'h-[max(420px,calc(100dvh-200px))] lg:h-[max(420px,calc(100dvh-204px))]'}`}
      >
        <header className="flex min-h-14 items-center gap-2 border-b border-line bg-card px-3 py-2">
          {onCustomerPage ? null : <BackLink />}
          <div className="min-w-0 flex-1">
            {data ? (
              <h2 className={onCustomerPage ? 'sr-only' : 'truncate text-lg font-bold'}>
                {customerName(data)}
              </h2>
            ) : (
              <Skeleton className="h-5 w-40" />
            )}
          </div>
          <Presence entity="chat" id={id} />
          {data ? <CloseButton conversation={data} /> : null}
        </header>
        {data ? (
          <>
            {onCustomerPage ? null : (
              <details className="border-b border-line bg-card px-3 py-1.5 text-sm xl:hidden">
                <summary className="flex touch items-center font-semibold text-primary">
                  {m.chat_customer_facts()}
                </summary>
                <div className="max-h-60 overflow-y-auto pt-2 pb-1">
                  <CustomerFacts conversation={data} />
                </div>
              </details>
            )}
            <Conversation
              api={api}
              status={data}
              customer={customerName(data)}
              label={m.chat_with({ name: customerName(data) })}
              placeholder={m.chat_answer()}
              renderTools={(insert) => (
                <CannedAnswers above onPick={(text) => insert(textIn(text, locale))} />
              )}
              empty={<p className="py-12 text-center text-muted">{m.chat_not_begun()}</p>}
            />
          </>
        ) : (
          <div className="px-5">
            <LinesSkeleton />
          </div>
        )}
      </section>
      {onCustomerPage ? null : (
        <aside aria-label={m.chat_customer_facts()} className="text-sm max-xl:hidden">
          {data ? <CustomerFacts conversation={data} /> : <Skeleton className="h-40 w-full" />}
        </aside>
      )}
    </div>
  )
}

function BackLink() {
  return (
    <Link
      to="/admin/chat"
      aria-label={m.chat_back()}
      className="grid size-10 touch place-items-center rounded-control text-muted hover:bg-well lg:hidden"
    >
      <ArrowLeft aria-hidden className="size-5" />
    </Link>
  )
}

/** Closes the conversation until the customer writes again, or reopens it. */
function CloseButton({ conversation: { id, closed, lines } }: { conversation: InboxConversation }) {
  const close = useAct({
    send: () => chatApi.inbox.close.call({ id, closed: !closed }),
    failure: errorSentence(m.chat_close_failed),
    stale: [chatApi.key()],
  })
  if (!lines) return null
  const Icon = closed ? Undo2 : Archive
  return (
    <Button variant="quiet" size="small" busy={close.isPending} onClick={() => close.mutate()}>
      <Icon aria-hidden className="size-4" />
      {closed ? m.chat_reopen() : m.chat_close()}
    </Button>
  )
}

/** The customer's name, contact data and latest requests. */
function CustomerFacts({ conversation: { id, customer } }: { conversation: InboxConversation }) {
  const requests = useQuery(chatApi.inbox.requests.queryOptions({ input: { id } }))
  return (
    <div className="flex flex-col gap-4">
      <Requester requester={{ ...customer, id }} />
      <div>
        <h3 className="font-semibold">{m.chat_requests()}</h3>
        {requests.isError ? <p className="text-danger">{m.chat_requests_failed()}</p> : null}
        {requests.isPending ? <Skeleton className="mt-2 h-16 w-full" /> : null}
        {requests.data?.items.length === 0 ? (
          <p className="text-muted">{m.common_no_requests_yet()}</p>
        ) : null}
        <ul className="mt-1 flex flex-col gap-2">
          {requests.data?.items.map((request) => {
            const product = findProduct(request.kind)
            return product ? (
              <li key={request.id} className="flex min-w-0 flex-col items-start gap-0.5">
                <Link
                  to={`${product.screens.admin}?q=${encodeURIComponent(request.subject)}`}
                  title={request.subject}
                  className="max-w-full truncate leading-6 font-semibold text-primary underline-offset-2 hover:underline"
                >
                  {request.subject}
                </Link>
                <span className="flex h-6 flex-wrap items-center gap-x-2 overflow-hidden text-muted">
                  <StatusBadge product={product} request={request} />
                  <MomentDay at={request.created_at} />
                </span>
              </li>
            ) : null
          })}
        </ul>
      </div>
    </div>
  )
}
