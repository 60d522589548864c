import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Download, Timer } from 'lucide-react'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { outageMessage } from '../../../../client/error-messages.ts'
import { downloadFile } from '../../../../client/files/download.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { SegmentedControl } from '../../../../kit/form/SegmentedControl.tsx'
import { Select } from '../../../../kit/form/Field.tsx'
import { type Column, DataTable } from '../../../../kit/list/DataTable.tsx'
import { EmptyState, ErrorState } from '../../../../kit/list/list-states.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { PageHeader } from '../../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { productList, products } from '../../../product-screens/ui/products.ts'
import { weekSpans } from '../../answer-times-contract.ts'
import { type AnswerTimes, answerTimesApi, durationText, shareText, weekText } from './api.ts'
import { WeeksChart } from './WeeksChart.tsx'

export const handle = { firstCalls: () => ['/api/admin/answer-times?weeks=12'] }

export const meta = pageTitle(() => ({ title: m.answer_time_title() }))

/** How long requests waited, by week, person and product, beside what the shop promises. */
export default function AnswerTimesScreen() {
  const [search, setSearch] = useSearchParams()
  const kind = productList.find(({ name }) => name === search.get('kind'))?.name
  const weeks = weekSpans.find((span) => String(span) === search.get('weeks')) ?? 12
  const filter = { weeks, ...(kind && { kind }) }
  const show = (next: { weeks?: string; kind?: string }) => {
    const all = { weeks: String(weeks), kind: kind ?? '', ...next }
    setSearch(all.kind ? all : { weeks: all.weeks }, { replace: true, preventScrollReset: true })
  }
  const query = useQuery({
    ...answerTimesApi.show.queryOptions({ input: filter }),
    placeholderData: keepPreviousData,
  })
  const save = useMutation({
    mutationFn: () =>
      downloadFile(
        `/api/admin/answer-times/export?${new URLSearchParams({ ...filter, weeks: String(weeks) })}`,
        'answer-times.csv',
      ),
    onError: () => toast.error(m.audit_export_failed()),
  })
  return (
    <>
      <PageHeader
        title={m.answer_time_title()}
        actions={
          <Button variant="secondary" busy={save.isPending} onClick={() => save.mutate()}>
            {save.isPending ? null : <Download aria-hidden className="size-4" />}
            {m.audit_export()}
          </Button>
        }
      >
        {m.answer_time_about()}
      </PageHeader>
      <div className="mb-4 flex flex-wrap gap-3">
        <Select
          label={m.answer_time_span()}
          className="w-44 max-sm:w-auto max-sm:flex-1"
          value={String(weeks)}
          onChange={(event) => show({ weeks: event.target.value })}
          options={weekSpans.map((span) => ({
            value: String(span),
            label: m.answer_time_weeks({ count: span }),
          }))}
        />
        <Select
          label={m.insights_product()}
          className="w-44 max-sm:w-auto max-sm:flex-1"
          placeholder={m.services_all_products()}
          value={kind ?? ''}
          onChange={(event) => show({ kind: event.target.value })}
          options={productList.map(({ name, menu }) => ({ value: name, label: menu.label() }))}
        />
      </div>
      {query.data ? (
        <Figures data={query.data} />
      ) : query.isError ? (
        <ErrorState
          title={m.answer_time_failed()}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        >
          {outageMessage(query.error)}
        </ErrorState>
      ) : (
        <div aria-busy className="grid gap-4">
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-80 w-full" />
        </div>
      )}
    </>
  )
}

type Measure = 'answers' | 'activations'

function Figures({ data }: { data: AnswerTimes }) {
  const [measure, setMeasure] = useState<Measure>('answers')
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const { locale } = usePageData()
  const heading = useId()
  const times = data.all[measure]
  const promisedSeconds = data.promised_minutes * 60
  // What still waits is late for its answer, and can't be active.
  const isAnswers = measure === 'answers'
  const overdueOf = ({ overdue }: { overdue: number }) => (isAnswers ? overdue : 0)
  if (data.all.answers.count + data.all.overdue === 0)
    return (
      <EmptyState icon={Timer} title={m.answer_time_none()}>
        {m.answer_time_none_about()}
      </EmptyState>
    )
  return (
    <div className="grid grid-cols-1 gap-4">
      <SegmentedControl
        label={m.answer_time_measure()}
        value={measure}
        onChange={setMeasure}
        options={[
          { value: 'answers', label: m.answer_time_first_answer() },
          { value: 'activations', label: m.answer_time_activation() },
        ]}
      />
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Tile label={m.answer_time_median()} value={durationText(times.median, locale)} />
        <Tile label={m.answer_time_ninetieth()} value={durationText(times.ninetieth, locale)} />
        <Tile
          label={m.answer_time_within({ time: durationText(promisedSeconds, locale) })}
          value={shareText(times, overdueOf(data.all))}
        />
        {isAnswers ? (
          <Tile label={m.answer_time_overdue()} value={String(data.all.overdue)} />
        ) : (
          <Tile label={m.answer_time_activated()} value={String(times.count)} />
        )}
      </dl>
      <Card aria-labelledby={heading}>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 id={heading} className="text-lg font-bold">
            {m.answer_time_by_week()}
          </h2>
          <SegmentedControl
            label={m.insights_view({ title: m.answer_time_by_week() })}
            value={view}
            onChange={setView}
            options={[
              { value: 'chart', label: m.insights_chart() },
              { value: 'table', label: m.insights_table() },
            ]}
          />
        </div>
        {view === 'chart' ? (
          <WeeksChart
            weeks={data.weeks.map((one) => ({ week: one.week, times: one[measure] }))}
            promisedSeconds={promisedSeconds}
          />
        ) : (
          <DataTable
            label={m.answer_time_by_week()}
            columns={weekColumns(measure, locale, overdueOf)}
            rows={data.weeks.toReversed()}
            keyOf={({ week }) => week}
            empty={null}
          />
        )}
      </Card>
      <Card>
        <h2 className="mb-3 text-lg font-bold">{m.answer_time_by_person()}</h2>
        <DataTable
          label={m.answer_time_by_person()}
          columns={personColumns(measure, locale)}
          rows={data.people.filter((one) => one[measure].count > 0)}
          keyOf={({ person, kind }) => `${person?.id} ${kind}`}
          empty={<p className="text-muted">{m.answer_time_none()}</p>}
        />
      </Card>
    </div>
  )
}

const Tile = ({ label, value }: { label: string; value: string }) => (
  <div className="flex flex-col justify-between gap-1 rounded-card border border-line bg-card p-4">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="text-xl font-bold tabular-nums">{value}</dd>
  </div>
)

type Locale = ReturnType<typeof usePageData>['locale']
type Week = AnswerTimes['weeks'][number]
type Person = AnswerTimes['people'][number]

const weekColumns = (measure: Measure, locale: Locale, overdueOf: (week: Week) => number): Column<Week>[] => [
  {
    id: 'week',
    header: m.answer_time_week(),
    heading: true,
    cell: ({ week }) => weekText(week, locale),
  },
  {
    id: 'count',
    header: measure === 'answers' ? m.answer_time_answered() : m.answer_time_activated(),
    align: 'right',
    cell: (week) => week[measure].count,
  },
  ...timeColumns<Week>(measure, locale),
  {
    id: 'within',
    header: m.answer_time_within_brief(),
    align: 'right',
    cell: (week) => shareText(week[measure], overdueOf(week)),
  },
]

const personColumns = (measure: Measure, locale: Locale): Column<Person>[] => [
  {
    id: 'person',
    header: m.answer_time_person(),
    heading: true,
    cell: ({ person }) => (person ? (person.name ?? '—') : m.answer_time_program()),
  },
  { id: 'kind', header: m.insights_product(), cell: ({ kind }) => products[kind].menu.label() },
  {
    id: 'count',
    header: measure === 'answers' ? m.answer_time_answered() : m.answer_time_activated(),
    align: 'right',
    cell: (row) => row[measure].count,
  },
  ...timeColumns<Person>(measure, locale),
  {
    id: 'within',
    header: m.answer_time_within_brief(),
    align: 'right',
    cell: (row) => shareText(row[measure]),
  },
]

const timeColumns = <Row extends Pick<Week, Measure>>(measure: Measure, locale: Locale): Column<Row>[] => [
  {
    id: 'median',
    header: m.answer_time_median(),
    align: 'right',
    cell: (row) => durationText(row[measure].median, locale),
  },
  {
    id: 'ninetieth',
    header: m.answer_time_ninetieth(),
    align: 'right',
    cell: (row) => durationText(row[measure].ninetieth, locale),
  },
]
