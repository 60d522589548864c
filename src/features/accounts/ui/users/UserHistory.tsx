import { useInfiniteQuery } from '@tanstack/react-query'
import { accountsApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { LoadMore } from '../../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { actionWord } from '../../../audit/ui/action-words.ts'
import { RelativeTime } from '../../../../kit/dates.tsx'
import { pagingOptions, loadedRows } from '../../../../kit/list/paging.ts'

/** What happened to an account, newest first, as the audit log has it. */
export function UserHistory({ id }: { id: string }) {
  const history = useInfiniteQuery(
    accountsApi.users.history.infiniteOptions({
      input: (cursor) => ({ id, limit: 10, ...(cursor && { cursor }) }),
      ...pagingOptions,
    }),
  )
  const rows = loadedRows(history.data)
  return (
    <section>
      <h3 className="mb-2 font-semibold">{m.users_history()}</h3>
      {history.isError && !rows ? <p className="text-muted">{m.users_history_failed()}</p> : null}
      {rows?.length === 0 ? <p className="text-muted">{m.users_history_none()}</p> : null}
      {rows || history.isError ? null : <Skeleton className="h-16 w-full" />}
      <ol className="flex flex-col gap-1.5 text-sm">
        {rows?.map((one) => (
          <li key={one.id} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">
              {actionWord(one.action)}
              {one.actor_id !== id && one.actor_role !== 'anonymous' ? (
                <span className="text-muted"> · {one.actor ?? m.users_by_house()}</span>
              ) : null}
            </span>
            <span className="text-muted">
              <RelativeTime at={one.at} />
            </span>
          </li>
        ))}
      </ol>
      <LoadMore
        more={history.hasNextPage}
        busy={history.isFetchingNextPage}
        onMore={() => void history.fetchNextPage()}
      />
    </section>
  )
}
