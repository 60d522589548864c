import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, onTestFinished, test } from 'vitest'
import { readArchive, writeArchive } from './archive.ts'

test('what was written is read again: of 200 MB, with a few MB in memory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-archive-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'large')
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const chunk = randomBytes(2 ** 20)
  const before = process.memoryUsage().rss
  let most = 0
  async function* body() {
    for (let part = 0; part < 200; part++) {
      most = Math.max(most, process.memoryUsage().rss)
      yield chunk
    }
  }
  const about = { size: 200 * 2 ** 20, mode: 0o600, mtime: new Date() }
  await writeArchive(createWriteStream(file), { recipient }, (archive) =>
    archive.addFile('large', about, body()),
  )
  let size = 0
  for await (const entry of readArchive(file, { identities: [identity] }))
    for await (const part of entry.body) {
      size += part.length
      most = Math.max(most, process.memoryUsage().rss)
    }
  expect(size).toBe(about.size)
  expect((most - before) / 2 ** 20).toBeLessThan(150)
})
