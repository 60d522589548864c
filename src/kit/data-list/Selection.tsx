import { CircleAlert, CircleCheck, Copy } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { Button } from '../Button.tsx'
import { ConfirmDialog } from '../overlay/Dialog.tsx'
import { toast } from '../overlay/toasts.tsx'
import type { ListAct } from './column.ts'
import { sumsOf, sumsText } from './sums.ts'

interface SelectionProps<Row> {
  selected: readonly Row[]
  onClear: () => void
  acts: readonly ListAct<Row>[]
  nameOf: (row: Row) => string
  amountOf: ((row: Row) => { amount: number; currency: string } | null) | undefined
}

interface Result {
  id: string
  name: string
  /** Why it was refused; undefined once it is done. */
  failure: string | undefined
}

/** What can be done with the selected rows, and how it ended for each of them. */
export function Selection<Row extends { id: string }>({
  selected,
  onClear,
  acts,
  nameOf,
  amountOf,
}: SelectionProps<Row>) {
  const [asked, setAsked] = useState<ListAct<Row>>()
  const [running, setRunning] = useState<string>()
  const [results, setResults] = useState<readonly Result[]>([])
  const run = async (act: ListAct<Row>) => {
    setRunning(act.id)
    setResults([])
    const done: Result[] = []
    for (const row of selected.filter(act.applies)) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a person would press
      const failure = await act.send(row).then(
        () => undefined,
        (error: unknown) => act.failure(error) ?? m.kit_list_not_done(),
      )
      done.push({ id: row.id, name: nameOf(row), failure })
    }
    setRunning(undefined)
    setAsked(undefined)
    setResults(done)
    await act.onEnd()
    const failed = done.filter(({ failure }) => failure)
    if (failed.length === 0) {
      toast.success(m.kit_list_done({ count: done.length, act: act.label }))
      onClear()
    }
  }
  const question = asked?.question?.(selected.filter(asked.applies))
  return (
    <section
      aria-label={m.kit_list_selection()}
      className="sticky bottom-0 z-5 mt-2 rounded-card border border-edge bg-card px-4 py-2 shadow-soft max-lg:bottom-16"
    >
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto text-sm font-semibold tabular-nums">
          {[m.kit_list_selected({ count: selected.length }), ...sumsText(sumsOf(selected, amountOf))].join(
            ' · ',
          )}
        </p>
        {acts.map((act) => {
          const count = selected.filter(act.applies).length
          return count ? (
            <Button
              key={act.id}
              size="small"
              variant="secondary"
              busy={running === act.id}
              onClick={() => (act.question ? setAsked(act) : void run(act))}
            >
              {count === selected.length ? act.label : `${act.label} (${count})`}
            </Button>
          ) : null
        })}
        <Button
          size="small"
          variant="quiet"
          onClick={() =>
            void navigator.clipboard
              .writeText(selected.map(nameOf).join('\n'))
              .then(() => toast.success(m.common_copied()))
          }
        >
          <Copy aria-hidden className="size-4" />
          {m.kit_list_copy()}
        </Button>
        <Button size="small" variant="quiet" onClick={onClear}>
          {m.kit_list_clear()}
        </Button>
      </div>
      {results.length ? (
        <ul className="mt-2 max-h-40 overflow-y-auto border-t border-line pt-2 text-sm">
          {results.map(({ id, name, failure }) => (
            <li key={id} className="flex items-baseline gap-2">
              {failure ? (
                <CircleAlert aria-hidden className="size-4 shrink-0 self-center text-danger" />
              ) : (
                <CircleCheck aria-hidden className="size-4 shrink-0 self-center text-available" />
              )}
              <span className="wrap-anywhere">
                <b className="font-semibold">{name}</b> {failure ?? m.kit_list_row_done()}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <ConfirmDialog
        open={question !== undefined}
        onClose={() => setAsked(undefined)}
        title={question?.title}
        confirm={question?.confirm ?? ''}
        danger={question?.danger ?? false}
        busy={running !== undefined}
        onConfirm={() => void run(asked!)}
      >
        {question?.about}
      </ConfirmDialog>
    </section>
  )
}
