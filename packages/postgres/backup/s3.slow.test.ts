import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { expect, onTestFinished, test } from 'vitest'
import { s3Target } from './s3.ts'
import { heldBytes } from '../testing/held-bytes.ts'

test('one part is in memory, however large the backup is', async () => {
  // The answers of a server, which keeps nothing.
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => {
      response.writeHead(200, { etag: '"x"' })
      response.end('<UploadId>1</UploadId><CompleteMultipartUploadResult/>')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const target = s3Target({
    location: 's3://shop',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKeyId: 'x',
    secretAccessKey: 'x',
  })
  const chunk = randomBytes(64 * 1024)
  const before = heldBytes()
  let most = 0
  const { bytes } = await target.store('large', async (out) => {
    async function* chunks() {
      for (let count = 0; count < 6_000; count++) {
        if (count % 100 === 0) most = Math.max(most, heldBytes())
        yield chunk
      }
    }
    await pipeline(chunks(), out)
    return {}
  })
  expect(bytes).toBe(6_000 * 64 * 1024)
  expect((most - before) / 2 ** 20).toBeLessThan(60)
})
