import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { MethodSelect } from '../charges/MethodSelect.tsx'
import { CurrencyField } from '../received/ConfirmReceived.tsx'
import { type Answers, type Columns, isComplete, type StatementPreview } from '../../statements/statement.ts'
import { type Reading, receivedApi, saveStatement, UploadError } from '../received/received.api.ts'
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
  const [columns, setColumns] = useState<Columns>(preview.likely)
  const [isChosen, setChosen] = useState(false)
  const [answers, setAnswers] = useState<Answers>()
  const form = useStateForm({
    start: { method: '', currency: preview.currency },
    send: () => saveStatement({ ...reading, file }),
    failure: failureText,
    stale: [receivedApi.list.key()],
  })
  const { method, currency } = form.values
  const hasCurrency = /^[A-Z]{3}$/.test(currency)
  const reading: Reading = {
    columns: isChosen && isComplete(columns) ? columns : undefined,
    answers,
    password,
    method: method || undefined,
    currency: hasCurrency ? currency : undefined,
  }
  const use = (chosen: Columns) => {
    setChosen(true)
    if (isComplete(chosen)) onReading({ ...reading, columns: chosen })
  }
  const answer = (given: Answers) => {
    setAnswers(given)
    onReading({ ...reading, answers: given })
  }
  if (form.sending.data) return <ImportResult saved={form.sending.data} />
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
          <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
            <div className="grid gap-4 sm:grid-cols-2">
              <MethodSelect
                value={method}
                onChange={({ target: { value } }) => {
                  form.set({ method: value })
                  // What is known already depends on the method.
                  onReading({ ...reading, method: value || undefined })
                }}
              />
              <CurrencyField
                value={currency}
                onChange={({ target: { value } }) => form.set({ currency: value.toUpperCase() })}
              />
            </div>
            {form.failure ? <Notice tone="error">{form.failure}</Notice> : null}
            <div>
              <Button
                type="submit"
                disabled={!method || !hasCurrency || preview.count === 0}
                busy={form.busy}
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
