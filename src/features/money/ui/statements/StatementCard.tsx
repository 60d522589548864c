import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { settingsApi } from '../../../settings/ui/api.ts'
import { type Columns, isComplete } from '../../statements/statement.ts'
import {
  type Preview,
  previewStatement,
  receivedApi,
  saveStatement,
  UploadError,
} from '../received/received-api.ts'
import { ColumnChooser } from './ColumnChooser.tsx'
import { ImportResult } from './ImportResult.tsx'
import { amountText, refusalText } from '../received/received-texts.ts'

const failureText = (error: unknown) => refusalText(error instanceof UploadError ? error.reason : 'failed')

/** A statement as a file: its first rows, the columns where they are unknown, and then what was saved. */
export function StatementCard() {
  const id = useId()
  const [file, setFile] = useState<File>()
  // Shown until the next preview has come, so that the chosen columns and the focus stay.
  const [shown, setShown] = useState<Preview>()
  const preview = useMutation({
    mutationFn: ({ chosen, columns }: { chosen: File; columns?: Columns }) =>
      previewStatement({ file: chosen, columns }),
    onSuccess: setShown,
  })
  return (
    <Card aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-lg font-bold">
        {m.billing_statement_title()}
      </h2>
      <p className="mt-1 max-w-text text-muted">{m.billing_statement_about()}</p>
      <div className="mt-4 flex flex-col gap-4">
        <div className="flex flex-col gap-1.5">
          <label htmlFor={`${id}-file`} className="text-sm font-semibold">
            {m.billing_statement_file()}
          </label>
          <input
            id={`${id}-file`}
            type="file"
            accept=".csv,.txt,.sta,.mt940,text/csv"
            className="w-full touch rounded-control border border-edge bg-card p-1.5 text-muted file:mr-3 file:rounded-[5px] file:border-0 file:bg-well file:px-3 file:py-1.5 file:text-sm file:font-semibold file:text-ink"
            onChange={({ target }) => {
              const [chosen] = target.files ?? []
              setFile(chosen)
              setShown(undefined)
              if (chosen) preview.mutate({ chosen })
              else preview.reset()
            }}
          />
        </div>
        {preview.error ? <Notice tone="error">{failureText(preview.error)}</Notice> : null}
        {file && shown ? (
          <StatementPreview
            key={`${file.name} ${file.lastModified}`}
            file={file}
            preview={shown}
            onColumns={(columns) => preview.mutate({ chosen: file, columns })}
          />
        ) : null}
      </div>
    </Card>
  )
}

interface StatementPreviewProps {
  file: File
  preview: Preview
  onColumns: (columns: Columns) => void
}

function StatementPreview({ file, preview, onColumns }: StatementPreviewProps) {
  const client = useQueryClient()
  const settings = useQuery(settingsApi.show.queryOptions())
  const methods = settings.data?.values['payments.methods'] ?? []
  const [columns, setColumns] = useState<Columns>(preview.columns ?? {})
  const [isChosen, setChosen] = useState(false)
  const [draft, setDraft] = useState({ method: '', currency: preview.currency })
  const save = useMutation({
    mutationFn: () => saveStatement({ ...draft, file, columns: isChosen ? columns : undefined }),
    onSettled: () => client.invalidateQueries({ queryKey: receivedApi.list.key() }),
  })
  const choose = (chosen: Columns) => {
    setColumns(chosen)
    setChosen(true)
    if (isComplete(chosen)) onColumns(chosen)
  }
  if (save.data) return <ImportResult saved={save.data} />
  return (
    <div className="flex flex-col gap-4">
      {preview.header.length > 0 ? (
        <ColumnChooser
          preview={preview}
          columns={columns}
          open={!preview.columns || isChosen}
          onChange={choose}
        />
      ) : null}
      {preview.columns ? (
        <>
          <p>
            {m.billing_statement_found({ count: preview.count })}{' '}
            <span className="text-muted">{m.billing_statement_skipped(preview.skipped)}</span>
          </p>
          <ul className="flex flex-col divide-y divide-line border-y border-line empty:hidden">
            {preview.rows.map((row, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- two rows may be equal
              <li key={at} className="py-2 wrap-anywhere">
                <span className="font-semibold">
                  {amountText(row.amount, row.currency ?? draft.currency)}
                </span>{' '}
                <span className="text-muted">
                  {[row.at.replace('T', ' '), row.code, row.name, row.reference].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
          <form
            noValidate
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              if (draft.method && !save.isPending) save.mutate()
            }}
          >
            <div className="grid gap-4 sm:grid-cols-2">
              <Select
                label={m.billing_method()}
                placeholder={m.billing_choose()}
                value={draft.method}
                onChange={(event) => setDraft({ ...draft, method: event.target.value })}
                options={methods.map((value) => ({ value, label: value }))}
              />
              <TextField
                label={m.billing_currency()}
                value={draft.currency}
                onChange={(event) => setDraft({ ...draft, currency: event.target.value.toUpperCase() })}
                maxLength={3}
                autoComplete="off"
              />
            </div>
            {save.error ? <Notice tone="error">{failureText(save.error)}</Notice> : null}
            <div>
              <Button
                type="submit"
                disabled={!draft.method || !/^[A-Z]{3}$/.test(draft.currency) || preview.count === 0}
                busy={save.isPending}
              >
                {m.billing_statement_save()}
              </Button>
            </div>
          </form>
        </>
      ) : null}
    </div>
  )
}
