import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { useStateForm } from '../../../client/form/use-state-form.ts'
import { Button } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { TextField } from '../../../kit/form/Field.tsx'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { loadedRows } from '../../../kit/list/paging.ts'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { answerStatuses } from '../answer.ts'
import { RegistryStatus } from './AvailabilityMark.tsx'
import { type Health, RegistryConsole } from './RegistryConsole.tsx'
import { availabilityApi, useUnreadAnswers } from './UnreadAnswers.tsx'

export const handle = { firstCalls: () => ['/api/admin/availability', '/api/admin/availability/unread'] }

export const meta = pageTitle(() => ({ title: m.common_availability() }))

/** Whether names can be checked: one name now, what is broken in words, and the servers for who runs the shop's server. */
export default function RegistryHealthScreen() {
  const health = useQuery(availabilityApi.health.queryOptions())
  return (
    <>
      <PageHeader
        title={m.common_availability()}
        actions={
          <Button variant="secondary" busy={health.isFetching} onClick={() => void health.refetch()}>
            {m.engine_refresh()}
          </Button>
        }
      >
        {m.availability_about()}
      </PageHeader>
      <div className="grid gap-4 lg:grid-cols-2">
        <NameCheck />
        {health.data ? <Broken health={health.data} /> : null}
      </div>
      {health.data ? (
        <details className="group mt-4 rounded-card border border-line bg-card">
          <summary className="flex touch list-none flex-wrap items-center gap-x-2 px-5 py-3 sm:px-6 [&::-webkit-details-marker]:hidden">
            <ChevronRight
              aria-hidden
              className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
            />
            <h2 className="font-semibold">{m.availability_advanced()}</h2>
            <span className="text-sm text-muted max-sm:basis-full">{m.availability_advanced_about()}</span>
          </summary>
          <div className="border-t border-line px-5 py-4 sm:px-6">
            <RegistryConsole health={health.data} />
          </div>
        </details>
      ) : health.isError ? (
        <ErrorState title={m.engine_failed()} query={health}>
          {outageMessage(health.error)}
        </ErrorState>
      ) : (
        <div aria-busy className="mt-4">
          <span role="status" className="sr-only">
            {m.kit_loading()}
          </span>
          <Skeleton className="h-48 w-full" />
        </div>
      )}
    </>
  )
}

/** Asks about one name as the public search does. */
function NameCheck() {
  const [name, setName] = useState('')
  const { field, submit } = useStateForm({
    start: { typed: '' },
    send: async ({ typed }) => setName(typed.trim().toLowerCase()),
  })
  return (
    <Card aria-labelledby="check">
      <h2 id="check" className="text-lg font-bold">
        {m.availability_check_name()}
      </h2>
      <form role="search" className="mt-3 flex items-end gap-2" onSubmit={submit}>
        <TextField
          label={m.domains_search_label()}
          description={m.availability_check_name_about()}
          hideLabel
          placeholder={m.domains_search_placeholder()}
          className="min-w-0 flex-1"
          {...field('typed')}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
          maxLength={253}
        />
        <Button type="submit" className="self-start">
          {m.requests_check()}
        </Button>
      </form>
      {name ? (
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="font-semibold">{name}</b> <RegistryStatus name={name} />
        </div>
      ) : null}
    </Card>
  )
}

/** Whether a registry has answered, be it wrongly. Anything else is a reason why there is no answer. */
const isAnswer = (answer: string) => answer !== 'error' && answerStatuses.some((status) => status === answer)

/** What does not work, in one sentence each. */
function Broken({ health: { items, alarms } }: { health: Health }) {
  const waiting = loadedRows(useUnreadAnswers().data)?.filter(({ label }) => label === null).length ?? 0
  const paused = items.filter(
    ({ breakers }) => breakers.length > 0 && breakers.every(({ state }) => state === 'open'),
  )
  // A source that gave no answer at all is not wrong.
  const hasAnswered = (suffix: string) =>
    alarms.some((one) => one.suffix === suffix && one.answers.some(({ answer }) => isAnswer(answer)))
  const unproven = [...new Set(alarms.map(({ suffix }) => suffix))]
  const sentences = [
    ...paused.map(({ suffix }) => m.availability_broken_paused({ suffix })),
    ...unproven.map((suffix) =>
      hasAnswered(suffix)
        ? m.availability_broken_unproven({ suffix })
        : m.availability_broken_unreached({ suffix }),
    ),
    ...(waiting ? [m.availability_broken_unread({ count: waiting })] : []),
  ]
  return (
    <Card aria-labelledby="broken">
      <h2 id="broken" className="text-lg font-bold">
        {m.availability_broken()}
      </h2>
      {sentences.length ? (
        <ul className="mt-3 flex max-w-text flex-col gap-2">
          {sentences.map((sentence) => (
            <li key={sentence} className="flex items-start gap-2">
              <TriangleAlert aria-hidden className="mt-1 size-4 shrink-0 text-pending" />
              {sentence}
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-3 flex items-center gap-2">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-available" />
          {m.availability_broken_none()}
        </p>
      )}
    </Card>
  )
}
