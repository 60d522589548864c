import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { StartError } from '../start-error.ts'
import type { BackupTarget } from './targets.ts'

/** A bucket of a server that speaks S3's protocol, addressed by path: `ENDPOINT/BUCKET/KEY`. */
export interface Bucket {
  /** `s3://bucket/prefix`. */
  location: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Gives the signal that ends one attempt of a call, after two minutes by default. */
  deadline?: () => AbortSignal
  /** The pause before the second attempt. It doubles with each further one. */
  pauseMs?: number
}

const DEADLINE_MS = 120_000
const PAUSE_MS = 500
const ATTEMPTS = 4
/** S3 accepts parts of 5 MiB and more, the last one of any size, and 10,000 of them. */
const PART_BYTES = 8 * 2 ** 20
/** After this many parts they double in size: 10,000 parts then hold 1.1 TB. */
const PARTS_OF_A_SIZE = 1_600

interface Call {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  key?: string
  query?: Record<string, string>
  body?: Buffer
}

/** Stores backups in a bucket, by multipart uploads with one part in memory. A failed upload is aborted there. */
export function s3Target(bucket: Bucket): BackupTarget {
  const { hostname: name, pathname } = new URL(bucket.location)
  const prefix = decodeURI(pathname).replace(/^\/+|\/+$/g, '')
  const keyOf = (file: string) => (prefix ? `${prefix}/${file}` : file)
  const call = (options: Call) => callWithRetries(bucket, name, options)

  async function list() {
    const names: string[] = []
    let token: string | undefined
    do {
      const { text } = await call({
        method: 'GET',
        query: { 'list-type': '2', prefix: keyOf(''), ...(token && { 'continuation-token': token }) },
      })
      for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g))
        names.push(unescaped(key).slice(keyOf('').length))
      token = unescaped(/<NextContinuationToken>([^<]*)</.exec(text)?.[1] ?? '')
    } while (token)
    return names
  }

  return {
    list,
    async remove(file) {
      await call({ method: 'DELETE', key: keyOf(file) })
    },
    async store(file, write) {
      const key = keyOf(file)
      const started = await call({ method: 'POST', key, query: { uploads: '' } })
      const uploadId = unescaped(/<UploadId>([^<]*)</.exec(started.text)?.[1] ?? '')
      if (!uploadId) throw new StartError(`${bucket.endpoint} begins no upload: it speaks another protocol.`)
      const etags: string[] = []
      const parts = inParts(async (body, partNumber) => {
        const query = { partNumber: String(partNumber), uploadId }
        const { etag } = await call({ method: 'PUT', key, query, body })
        etags.push(etag)
      })
      try {
        const result = await write(parts.stream)
        const body = etags.map(
          (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
        )
        const done = await call({
          method: 'POST',
          key,
          query: { uploadId },
          body: Buffer.from(`<CompleteMultipartUpload>${body.join('')}</CompleteMultipartUpload>`),
        })
        // A failure at the end comes with the status 200 (S3's CompleteMultipartUpload).
        if (!done.text.includes('<CompleteMultipartUploadResult'))
          throw new StartError(
            `${bucket.location} did not complete the upload of ${file}${codeIn(done.text)}.`,
          )
        return { ...result, bytes: parts.bytes() }
      } catch (error) {
        // A part that is still being sent may fail too. An error that nobody listens to would end the process.
        parts.stream.on('error', () => {}).destroy()
        await call({ method: 'DELETE', key, query: { uploadId } }).catch(() => {})
        throw error
      }
    },
  }
}

/** A stream that gives its content in parts, one after the other. It waits for each. */
function inParts(send: (part: Buffer, number: number) => Promise<void>) {
  let waiting: Buffer[] = []
  let size = 0
  let sent = 0
  let number = 0
  const flush = async () => {
    const part = Buffer.concat(waiting)
    waiting = []
    size = 0
    await send(part, ++number)
    sent += part.length
  }
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      waiting.push(chunk)
      size += chunk.length
      if (size < PART_BYTES * 2 ** Math.floor(number / PARTS_OF_A_SIZE)) return done()
      flush().then(() => done(), done)
    },
    final(done) {
      flush().then(() => done(), done)
    },
  })
  return { stream, bytes: () => sent }
}

/**
 * Calls the server, again after a lost connection, a missed deadline, a 5xx or 429.
 * @throws StartError with the server's own code, for example for a wrong key.
 */
async function callWithRetries(bucket: Bucket, name: string, options: Call) {
  for (let attempt = 1; ; attempt++) {
    let failure: StartError
    try {
      const response = await callOnce(bucket, name, options)
      const text = await response.text()
      if (response.ok) return { text, etag: response.headers.get('etag') ?? '' }
      failure = new StartError(
        `${bucket.location} at ${bucket.endpoint} refuses the ${options.method} with ${response.status}${codeIn(text)}: check the bucket and its BACKUP_S3_ settings.`,
      )
      if (response.status < 500 && response.status !== 429) throw failure
    } catch (error) {
      if (error instanceof StartError) throw error
      failure = new StartError(
        `${bucket.location} at ${bucket.endpoint} does not answer (${reasonOf(error as Error)}): check BACKUP_S3_ENDPOINT.`,
        { cause: error },
      )
    }
    if (attempt === ATTEMPTS) throw failure
    await sleep((bucket.pauseMs ?? PAUSE_MS) * 2 ** (attempt - 1))
  }
}

async function callOnce(bucket: Bucket, name: string, { method, key = '', query = {}, body }: Call) {
  const url = new URL(bucket.endpoint)
  url.pathname = [url.pathname.replace(/\/+$/, ''), name, ...key.split('/').map(encodeURIComponent)].join('/')
  // Servers differ in how they read a plus sign, so a blank is %20.
  url.search = Object.entries(query)
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&')
  const signed = await new AwsV4Signer({
    method,
    url: url.href,
    service: 's3',
    region: bucket.region,
    accessKeyId: bucket.accessKeyId,
    secretAccessKey: bucket.secretAccessKey,
    // The server refuses a part that was changed on the way.
    headers: {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    },
  }).sign()
  return fetch(signed.url, {
    method,
    headers: signed.headers,
    redirect: 'error',
    signal: bucket.deadline?.() ?? AbortSignal.timeout(DEADLINE_MS),
    ...(body && { body }),
  })
}

const reasonOf = ({ name, message, cause }: Error) => {
  if (name === 'TimeoutError') return 'no answer in time'
  return (
    (cause as NodeJS.ErrnoException | undefined)?.code ?? (cause as Error | undefined)?.message ?? message
  )
}

const codeIn = (text: string) => {
  const code = /<Code>([\w.]+)<\/Code>/.exec(text)?.[1]
  return code ? ` (${code})` : ''
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
