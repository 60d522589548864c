import { createApi } from '../../../../client/api.ts'
import { accessToken } from '../../../../client/session/session.ts'
import { receivedContract } from '../../received/received.contract.ts'
import type { Answers, Columns, StatementPreview, StoredStatement } from '../../statements/statement.ts'

export const receivedApi = createApi('received', receivedContract)

export type ReceivedItem = Awaited<ReturnType<typeof receivedApi.list.call>>['items'][number]

/** Why an upload failed: a reason of the server, `too-large`, or `failed`. */
export class UploadError extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(`the upload failed: ${reason}`)
    this.name = 'UploadError'
    this.reason = reason
  }
}

export interface Reading {
  columns?: Columns | undefined
  answers?: Answers | undefined
  method?: string | undefined
  currency?: string | undefined
  password?: string | undefined
}

interface Upload extends Reading {
  file: File
  import?: string
}

const MOST_BYTES = 5 * 1024 * 1024

/** Sends the file. The contract has no endpoint for it, because its bodies are smaller. */
async function upload<Out>(
  save: boolean,
  { file, columns, answers, method, currency, password, import: begun }: Upload,
): Promise<Out> {
  if (file.size > MOST_BYTES) throw new UploadError('too-large')
  const query = new URLSearchParams({
    save: save ? '1' : '0',
    ...(columns && { columns: JSON.stringify(columns) }),
    ...(answers && { answers: JSON.stringify(answers) }),
    ...(method && { method }),
    ...(currency && { currency }),
    ...(begun && { import: begun }),
  })
  const token = await accessToken()
  const answer = await fetch(`/api/admin/payments/statement?${query.toString()}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      ...(password && { 'statement-password': encodeURIComponent(password) }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: file,
  }).catch(() => undefined)
  if (answer?.ok) return (await answer.json()) as Out
  if (answer?.status === 413) throw new UploadError('too-large')
  const refused = (await answer?.json().catch(() => undefined)) as { data?: { reason?: string } } | undefined
  throw new UploadError(refused?.data?.reason ?? 'failed')
}

export const previewStatement = (of: Upload) => upload<StatementPreview>(false, of)

/** Stores the statement. The server stores a long one in several calls. */
export async function saveStatement(of: Upload): Promise<StoredStatement> {
  const sum = { stored: 0, held: 0 }
  let first: StoredStatement | undefined
  for (;;) {
    const saved = await upload<StoredStatement>(true, { ...of, ...(first && { import: first.import }) })
    first ??= saved
    sum.stored += saved.stored
    sum.held += saved.held
    // Of a later call the rows of the first ones are known.
    if (!saved.remaining) return { ...first, ...sum, remaining: 0 }
  }
}
