import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { settingsApi } from '../../../settings/ui/api.ts'
import { type Answers, type Columns, isComplete, type StatementPreview } from '../../statements/statement.ts'
import { type Reading, receivedApi, saveStatement, UploadError } from '../received/received-api.ts'
import { refusalText } from '../received/received-texts.ts'
import { ColumnChooser } from './ColumnChooser.tsx'
import { ImportResult } from './ImportResult.tsx'
import { StatementQuestions } from './StatementQuestions.tsx'
import { StatementSummary } from './StatementSummary.tsx'

export const failureText = (error: unknown): string =>
  refusalText(error instanceof UploadError ? error.reason : 'failed')

interface StatementFormProps {
  file: File
  /** Of an encrypted file. */
  password: string | undefined
  preview: StatementPreview
  /** Reads the file again. */
  onReading: (reading: Reading) => void
}

/** What was read of a statement, what has to be said of it, and the button that saves it. */
export function StatementForm({ file, password, preview, onReading }: StatementFormProps) {
  const client = useQueryClient()
  const settings = useQuery(settingsApi.show.queryOptions())
  const methods = settings.data?.values['payments.methods'] ?? []
  const [columns, setColumns] = useState<Columns>(preview.likely)
  const [isChosen, setChosen] = useState(false)
  const [answers, setAnswers] = useState<Answers>()
  const [draft, setDraft] = useState({ method: '', currency: preview.currency })
  const reading: Reading = {
    columns: isChosen && isComplete(columns) ? columns : undefined,
    answers,
    password,
    method: draft.method || undefined,
    currency: /^[A-Z]{3}$/.test(draft.currency) ? draft.currency : undefined,
  }
  const save = useMutation({
    mutationFn: () => saveStatement({ ...reading, file }),
    onSettled: () => client.invalidateQueries({ queryKey: receivedApi.list.key() }),
  })
  const use = (chosen: Columns) => {
    setChosen(true)
    if (isComplete(chosen)) onReading({ ...reading, columns: chosen })
  }
  const answer = (given: Answers) => {
    setAnswers(given)
    onReading({ ...reading, answers: given })
  }
  if (save.data) return <ImportResult saved={save.data} />
  return (
    <div className="flex flex-col gap-4">
      {preview.header.length > 0 ? (
        <ColumnChooser
          preview={preview}
          columns={columns}
          onUse={() => use(columns)}
          onChange={(chosen) => {
            setColumns(chosen)
            // What is read already is read again; an unknown layout once all is chosen.
            if (preview.columns) use(chosen)
          }}
        />
      ) : null}
      {preview.columns ? (
        <>
          <StatementQuestions questions={preview.questions} answers={preview.answers} onAnswers={answer} />
          <StatementSummary preview={preview} />
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
                onChange={({ target: { value: method } }) => {
                  setDraft({ ...draft, method })
                  // What is known already depends on the method.
                  onReading({ ...reading, method: method || undefined })
                }}
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
