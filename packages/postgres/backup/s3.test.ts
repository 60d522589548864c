import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import S3rver from 's3rver'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { type Bucket, s3Target } from './s3.ts'
import { isSigned } from '../testing/signature.ts'
import { backupName, removeOld } from './targets.ts'

/** Against s3rver, behind a proxy that checks signatures, and fails as a network or a server does. */

let folder: string
let s3: S3rver
let port: number
let proxy: Server
/** What the proxy does with the n-th call, counted from 1. Undefined: it forwards the call. */
let fault: ((call: number, request: IncomingMessage, response: ServerResponse) => boolean) | undefined
let calls: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-s3-'))
  s3 = new S3rver({
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'shop', configs: [] }],
  })
  const inner = await s3.run()
  proxy = createServer((incoming, response) => {
    calls.push(`${incoming.method} ${incoming.url!.replace(/uploadId=[\w-]+/, 'uploadId')}`)
    if (fault?.(calls.length, incoming, response)) return
    if (incoming.headers.authorization && !isSigned(incoming, 'S3RVER')) {
      response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
      return
    }
    const outgoing = request(
      { port: inner.port, method: incoming.method, path: incoming.url, headers: incoming.headers },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      },
    )
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  port = (proxy.address() as { port: number }).port
  calls = []
})
afterEach(() => {
  fault = undefined
  calls = []
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await s3.close()
  await rm(folder, { recursive: true })
})

/** The attempt of a call that runs. */
let attempt: AbortController
/** Lets the time of the running attempt end, as of one that has no answer. */
const endTime = () => attempt.abort(new DOMException('', 'TimeoutError'))
const bucket = (more: Partial<Bucket> = {}): Bucket => ({
  location: 's3://shop/of asha',
  endpoint: `http://127.0.0.1:${port}`,
  region: 'us-east-1',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  deadline: () => (attempt = new AbortController()).signal,
  pauseMs: 1,
  ...more,
})
/** Two whole parts and a bit. */
const content = randomBytes(17 * 2 ** 20)
/** Stores the content in chunks, as a backup does. */
const store = (name: string, more: Partial<Bucket> = {}, bytes = content) =>
  s3Target(bucket(more)).store(name, async (out) => {
    const chunks = Array.from({ length: Math.ceil(bytes.length / 100_000) }, (_, at) =>
      bytes.subarray(at * 100_000, (at + 1) * 100_000),
    )
    await pipeline(Readable.from(chunks), out)
    return { rows: 3 }
  })
/** The object, read past our own code. */
async function stored(name: string) {
  const answer = await fetch(`http://127.0.0.1:${port}/shop/of%20asha/${name}`)
  return answer.ok ? buffer(answer.body! as never) : undefined
}
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => new Error('no refusal'),
    (reason: Error) => reason,
  )
  expect(error).toBeInstanceOf(StartError)
  expect(error.message).not.toContain('\n')
  return error.message
}
const aborts = () => calls.filter((call) => call.startsWith('DELETE') && call.includes('uploadId'))

test('a backup is stored in parts, and is what was written', async () => {
  expect(await store('a')).toEqual({ rows: 3, bytes: content.length })
  expect(calls.map((call) => call.replace(/^(\w+) .*\?/, '$1 '))).toEqual([
    'POST uploads=',
    ...[1, 2, 3].map((part) => `PUT partNumber=${part}&uploadId`),
    'POST uploadId',
  ])
  expect((await stored('a'))!.equals(content)).toBe(true)
  await store('empty', {}, Buffer.alloc(0))
  expect(await stored('empty')).toHaveLength(0)
})

test('the newest are retained, in this folder of the bucket only', async () => {
  const names = Array.from({ length: 4 }, (_, day) => backupName(new Date(Date.UTC(2026, 10, 20 + day))))
  const small = Buffer.from('x')
  for (const name of [...names, 'other']) await store(name, {}, small)
  await store(names[0]!, { location: 's3://shop' }, small)
  const target = s3Target(bucket())
  expect(await removeOld(target, 2)).toEqual([names[1], names[0]])
  const left = await target.list()
  expect(left).toEqual(expect.arrayContaining([names[2], names[3], 'other']))
  expect(left).not.toContain(names[0])
  expect(await s3Target(bucket({ location: 's3://shop' })).list()).toContain(names[0])
})

test.each<[string, (response: ServerResponse) => void]>([
  ['503s', (response) => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')],
  ['cut connections', (response) => response.destroy()],
  ['calls without an answer', endTime],
])('two %s in a row are survived', async (_, fail) => {
  fault = (call, _request, response) => {
    if (call !== 2 && call !== 3) return false
    fail(response)
    return true
  }
  await store('survived')
  expect((await stored('survived'))!.equals(content)).toBe(true)
  expect(aborts()).toEqual([])
})

test.each<[string, (response: ServerResponse) => void, RegExp]>([
  [
    '500s',
    (response) => response.writeHead(500).end('<Error><Code>InternalError</Code></Error>'),
    /500 \(InternalError\)/,
  ],
  ['cut connections', (response) => response.destroy(), /does not answer \(.*(socket|ECONN).*\)/i],
  ['calls without an answer', endTime, /does not answer \(no answer in time\)/],
  [
    'answers without an end',
    (response) => void response.writeHead(200).write('<', endTime),
    /does not answer \(no answer in time\)/,
  ],
])(
  '%s that do not end are a sentence, and the upload is aborted at the server',
  async (_, fail, sentence) => {
    fault = (_call, { method, url }, response) => {
      if (method !== 'PUT' || !url!.includes('partNumber=2')) return false
      fail(response)
      return true
    }
    expect(await refusal(store('failed'))).toMatch(sentence)
    expect(aborts()).toHaveLength(1)
    expect(await stored('failed')).toBeUndefined()
  },
)

test('a failure that the server reports at the end with the status 200 is one', async () => {
  fault = (_call, { method, url }, response) => {
    if (method !== 'POST' || url!.includes('uploads')) return false
    response.writeHead(200).end('<Error><Code>InternalError</Code></Error>')
    return true
  }
  expect(await refusal(store('incomplete'))).toMatch(
    /did not complete the upload of incomplete \(InternalError\)/,
  )
  expect(aborts()).toHaveLength(1)
})

test('a failure of the source aborts the upload, and is its own reason', async () => {
  const failing = s3Target(bucket()).store('source', async (out) => {
    out.write(content.subarray(0, 9 * 2 ** 20))
    throw new Error('the database is gone')
  })
  await expect(failing).rejects.toThrow('the database is gone')
  expect(aborts()).toHaveLength(1)
  expect(await stored('source')).toBeUndefined()
})

test('a part that fails after the source has failed is no defect', async () => {
  const arrived = Promise.withResolvers<ServerResponse>()
  fault = (_call, { method }, response) => {
    if (method !== 'PUT') return false
    if (puts() === 1) arrived.resolve(response)
    else response.destroy()
    return true
  }
  const puts = () => calls.filter((call) => call.startsWith('PUT')).length
  const failing = s3Target(bucket()).store('source', async (out) => {
    out.write(content.subarray(0, 9 * 2 ** 20))
    await arrived.promise
    throw new Error('the database is gone')
  })
  await expect(failing).rejects.toThrow('the database is gone')
  const reports: unknown[] = []
  const report = (error: unknown) => void reports.push(error)
  process.prependListener('uncaughtException', report)
  ;(await arrived.promise).destroy()
  await expect.poll(puts).toBe(4)
  // The last failure has arrived long before a whole upload is done.
  fault = undefined
  await store('after', {}, Buffer.from('x'))
  process.off('uncaughtException', report)
  expect(reports).toEqual([])
})

test('a wrong key, a missing bucket and a missing server are a sentence, without the key', async () => {
  const wrong = await refusal(store('x', { secretAccessKey: 'se-cr-et' }))
  expect(wrong).toMatch(/403 \(SignatureDoesNotMatch\)/)
  expect(wrong).not.toContain('se-cr-et')
  expect(calls).toHaveLength(1)
  expect(await refusal(store('x', { accessKeyId: 'nobody' }))).toMatch(/403 \(InvalidAccessKeyId\)/)
  expect(await refusal(store('x', { location: 's3://none' }))).toMatch(/404 \(NoSuchBucket\)/)
  expect(await refusal(store('x', { endpoint: 'http://127.0.0.1:1' }))).toMatch(/does not answer/)
  expect(await refusal(s3Target(bucket({ secretAccessKey: 'no' })).list())).toMatch(/403/)
})
