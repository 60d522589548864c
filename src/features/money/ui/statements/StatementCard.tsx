import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Card } from '../../../../kit/Card.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import type { StatementPreview } from '../../statements/statement.ts'
import { previewStatement, type Reading, UploadError } from '../received/received.api.ts'
import { PasswordQuestion } from './PasswordQuestion.tsx'
import { StatementForm, failureText } from './StatementForm.tsx'

/** A statement as a file: its first rows, the columns where they are unknown, and then what was saved. */
export function StatementCard() {
  const id = useId()
  const [file, setFile] = useState<File>()
  // Shown until the next preview has come, so that the chosen columns and the focus stay.
  const [shown, setShown] = useState<StatementPreview>()
  const [password, setPassword] = useState<string>()
  const preview = useMutation({
    mutationFn: ({ chosen, reading }: { chosen: File; reading?: Reading }) =>
      previewStatement({ file: chosen, ...reading }),
    onSuccess: setShown,
  })
  const refused = preview.error instanceof UploadError ? preview.error.reason : undefined
  const isLocked = refused === 'password' || refused === 'password-wrong'
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
          {/* The browser's own button speaks its language. Here it lies unseen over one that speaks the reader's. */}
          <span className="relative flex w-full touch items-center gap-3 rounded-control border border-edge bg-card p-1.5 hover:border-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
            <span aria-hidden className="shrink-0 rounded-[5px] bg-well px-3 py-1.5 text-sm font-semibold">
              {m.billing_statement_choose()}
            </span>
            <span aria-hidden title={file?.name} className="min-w-0 truncate text-muted">
              {file?.name}
            </span>
            <input
              id={`${id}-file`}
              type="file"
              accept=".csv,.tsv,.txt,.pdf,.xlsx,.xls,.htm,.html,.xml,.sta,.mt940,.940,text/csv"
              className="absolute inset-0 cursor-pointer opacity-0"
              onChange={({ target }) => {
                const [chosen] = target.files ?? []
                setFile(chosen)
                setShown(undefined)
                setPassword(undefined)
                if (chosen) preview.mutate({ chosen })
                else preview.reset()
              }}
            />
          </span>
        </div>
        {file && isLocked ? (
          <PasswordQuestion
            key={`${file.name} ${file.lastModified}`}
            isWrong={refused === 'password-wrong'}
            busy={preview.isPending}
            onAnswer={(given) => {
              setPassword(given)
              preview.mutate({ chosen: file, reading: { password: given } })
            }}
          />
        ) : null}
        {preview.error && !isLocked ? <Notice tone="error">{failureText(preview.error)}</Notice> : null}
        {file && shown ? (
          <StatementForm
            key={`${file.name} ${file.lastModified}`}
            file={file}
            password={password}
            preview={shown}
            onReading={(reading) => preview.mutate({ chosen: file, reading })}
          />
        ) : null}
      </div>
    </Card>
  )
}
