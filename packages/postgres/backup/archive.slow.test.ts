import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, onTestFinished, test } from 'vitest'
import { readArchive, writeArchive } from './archive.ts'
import { heldBytes } from '../testing/held-bytes.ts'

/** After so many bytes the memory is measured. */
const EACH = 10 * 2 ** 20

test('what was written is read again: of 200 MB, with a few MB in memory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-archive-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'large')
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const chunk = randomBytes(2 ** 20)
  const before = heldBytes()
  let most = 0
  async function* body() {
    for (let part = 0; part < 200; part++) {
      if (part % 10 === 0) most = Math.max(most, heldBytes())
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
      if (Math.floor((size + part.length) / EACH) > Math.floor(size / EACH))
        most = Math.max(most, heldBytes())
      size += part.length
    }
  expect(size).toBe(about.size)
  expect((most - before) / 2 ** 20).toBeLessThan(60)
})
