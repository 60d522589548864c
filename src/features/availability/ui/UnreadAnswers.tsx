import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { ReadOnlyUnless } from '../../../client/session/staff.tsx'
import { errorSentence, outageMessage } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { CardList } from '../../../kit/list/CardList.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { SegmentedControl } from '../../../kit/form/SegmentedControl.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { RelativeTime } from '../../../kit/dates.tsx'
import { pagingOptions, replaceRow } from '../../../kit/list/paging.ts'
import { type AnswerLabel, answerLabels, classifyLine } from '../answer.ts'
import { createApi } from '../../../client/api.ts'
import { useAct } from '../../../client/form/act.ts'
import { availabilityContract } from '../availability.contract.ts'

type UnreadAnswer = Awaited<ReturnType<typeof availabilityApi.unread.call>>['items'][number]

/** Registries' answers that could not be read. An admin labels what they mean. */
export function UnreadAnswers() {
  const query = useUnreadAnswers()
  return (
    <section className="mt-10">
      <h2 className="text-lg font-semibold">{m.engine_unread()}</h2>
      <p className="mt-1 mb-4 max-w-text text-muted">{m.engine_unread_about()}</p>
      <CardList
        label={m.engine_unread()}
        query={query}
        failed={m.engine_unread_failed()}
        reasonOf={outageMessage}
        empty={<EmptyState icon={CircleCheck} title={m.engine_unread_none()} />}
      >
        {(row) => <UnreadCard row={row} />}
      </CardList>
    </section>
  )
}

/** The unread answers, newest first. */
export const useUnreadAnswers = () =>
  useInfiniteQuery(
    availabilityApi.unread.infiniteOptions({ input: (cursor) => ({ cursor }), ...pagingOptions }),
  )

const labelTexts: Record<AnswerLabel, () => string> = {
  available: m.common_available,
  taken: m.engine_unread_taken,
  neither: m.engine_unread_neither,
}

function UnreadCard({ row }: { row: UnreadAnswer }) {
  const client = useQueryClient()
  const label = useAct({
    send: (chosen: AnswerLabel) => availabilityApi.label.call({ id: row.id, label: chosen }),
    onDone: (changed) => replaceRow(client, availabilityApi.unread.key(), changed),
    failure: errorSentence(m.engine_unread_label_failed),
  })
  const shown = label.isPending ? label.variables : row.label
  const copy = async () => {
    await navigator.clipboard.writeText(classifyLine({ ...row, label: shown }))
    toast.success(m.common_copied())
  }
  return (
    <article className="rounded-card border border-line bg-card p-4 sm:p-5">
      <h3 className="font-semibold wrap-anywhere">{row.name}</h3>
      <p className="text-sm text-muted">
        .{row.suffix} · {row.source.toUpperCase()} · <RelativeTime at={row.created_at} />
        {row.seen > 1 ? ` · ${m.engine_unread_seen({ count: row.seen })}` : ''}
      </p>
      <p className="mt-3 max-h-48 overflow-y-auto rounded-control bg-well p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
        {row.text}
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <span aria-hidden className="text-sm">
          {m.engine_unread_means()}
        </span>
        <ReadOnlyUnless needs="operations.write" quiet>
          <SegmentedControl
            label={m.engine_unread_means_of({ name: row.name })}
            options={answerLabels.map((value) => ({ value, label: labelTexts[value]() }))}
            value={shown}
            onChange={(chosen) => label.mutate(chosen)}
          />
        </ReadOnlyUnless>
        <Button
          variant="quiet"
          size="small"
          aria-label={m.engine_unread_copy_of({ name: row.name })}
          onClick={() => void copy().catch(() => toast.error(m.engine_unread_copy_failed()))}
        >
          {m.engine_unread_copy()}
        </Button>
      </div>
    </article>
  )
}

export const availabilityApi = createApi('availability', availabilityContract)
