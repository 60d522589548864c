import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Download, Timer } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { outageMessage } from '../../../../client/error-messages.ts'
import { downloadFile } from '../../../../client/download.ts'
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
import { weekSpans } from '../../answer-times.contract.ts'
import {
  type AnswerTimes,
  answerTimesApi,
  durationText,
  percent,
  shareWithin,
  weekText,
} from './answer-times.api.ts'
import { durationScale, Figure } from '../reports/Figure.tsx'

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
        <ErrorState title={m.answer_time_failed()} query={query}>
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

function Figures({ data }: { data: AnswerTimes }) {
  const [measure, setMeasure] = useState<'answers' | 'activations'>('answers')
  const { locale } = usePageData()
  const times = data.all[measure]
  const promised = data.promised_minutes * 60
  const isAnswers = measure === 'answers'
  // What still waits is late for its answer, and can't be active.
  const shareOf = (row: Pick<AnswerTimes['weeks'][number], typeof measure>, overdue = 0) =>
    shareWithin(row[measure], isAnswers ? overdue : 0)
  const duration = (seconds: number | null) => durationText(seconds, locale)
  if (data.all.answers.count + data.all.overdue === 0)
    return (
      <EmptyState icon={Timer} title={m.answer_time_none()}>
        {m.answer_time_none_about()}
      </EmptyState>
    )
  const { weeks } = data
  const byWeek = weeks.map((week) => week[measure])
  const counted = isAnswers ? m.answer_time_answered() : m.answer_time_activated()
  const people: Column<AnswerTimes['people'][number]>[] = [
    {
      id: 'person',
      header: m.answer_time_person(),
      heading: true,
      cell: ({ person }) => (person ? (person.name ?? '—') : m.answer_time_program()),
    },
    { id: 'kind', header: m.insights_product(), cell: ({ kind }) => products[kind].menu.label() },
    { id: 'count', header: counted, align: 'right', cell: (row) => row[measure].count },
    {
      id: 'median',
      header: m.answer_time_median(),
      align: 'right',
      cell: (row) => duration(row[measure].median),
    },
    {
      id: 'ninetieth',
      header: m.answer_time_ninetieth(),
      align: 'right',
      cell: (row) => duration(row[measure].ninetieth),
    },
    {
      id: 'within',
      header: m.answer_time_within_brief(),
      align: 'right',
      cell: (row) => percent(shareOf(row)),
    },
  ]
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
        {[
          [m.answer_time_median(), duration(times.median)],
          [m.answer_time_ninetieth(), duration(times.ninetieth)],
          [m.answer_time_within({ time: duration(promised) }), percent(shareOf(data.all, data.all.overdue))],
          isAnswers ? [m.answer_time_overdue(), data.all.overdue] : [m.answer_time_activated(), times.count],
        ].map(([label, value]) => (
          <div
            key={label}
            className="flex flex-col justify-between gap-1 rounded-card border border-line bg-card p-4"
          >
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-xl font-bold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Figure
        level="h2"
        title={m.answer_time_by_week()}
        unit={m.answer_time_week()}
        points={weeks.map(({ week }) => ({ name: weekText(week, locale), brief: weekText(week, locale) }))}
        series={[
          { label: counted, values: byWeek.map(({ count }) => count), format: String },
          {
            label: m.answer_time_median(),
            color: 'text-lagoon',
            values: byWeek.map(({ median }) => median),
            format: duration,
          },
          {
            label: m.answer_time_ninetieth(),
            color: 'text-primary/70',
            values: byWeek.map(({ ninetieth }) => ninetieth),
            format: duration,
          },
          {
            label: m.answer_time_within_brief(),
            values: weeks.map((week) => shareOf(week, week.overdue)),
            format: percent,
          },
        ]}
        scale={durationScale(Math.max(promised * 2, ...byWeek.map(({ ninetieth }) => ninetieth ?? 0)))}
        formatOnAxis={duration}
        limit={{ value: promised, label: m.answer_time_promise({ time: duration(promised) }) }}
      />
      <Card>
        <h2 className="mb-3 text-lg font-bold">{m.answer_time_by_person()}</h2>
        <DataTable
          label={m.answer_time_by_person()}
          columns={people}
          rows={data.people.filter((one) => one[measure].count > 0)}
          keyOf={({ person, kind }) => `${person?.id} ${kind}`}
          empty={<p className="text-muted">{m.answer_time_none()}</p>}
        />
      </Card>
    </div>
  )
}
