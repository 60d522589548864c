import { randomBytes } from 'node:crypto'
import { mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import * as tar from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { readArchive, type Seal, type Secrets, writeArchive } from './archive.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'kikoa-archive-'))))
afterAll(() => rm(folder, { recursive: true }))

const passphrase = 'a dozen letters'
const big = randomBytes(320_000)
const contents: Record<string, Buffer> = {
  'manifest.json': Buffer.from('{"a":1}'),
  'tables/x/0': big,
  'tables/empty/0': Buffer.alloc(0),
  [`files/${'long/'.repeat(60)}näme.eml`]: Buffer.from('x'.repeat(513)),
}

async function write(name: string, seal: Seal): Promise<string> {
  const file = join(folder, name)
  await writeArchive(createWriteStream(file), seal, async (archive) => {
    for (const [entry, bytes] of Object.entries(contents)) await archive.add(entry, bytes)
  })
  return file
}
async function read(file: string, secrets: Secrets = {}) {
  const found: Record<string, Buffer> = {}
  for await (const { name, body } of readArchive(file, secrets)) found[name] = await buffer(body)
  return found
}
/** What the operator is shown, or the entries. */
const outcome = (file: string, secrets?: Secrets) =>
  read(file, secrets).catch((error: Error) => {
    expect(error).toBeInstanceOf(StartError)
    return error.message
  })

let identity: string
let sealedFile: string
let plainFile: string
beforeAll(async () => {
  identity = await generateX25519Identity()
  sealedFile = await write('sealed', { recipient: await identityToRecipient(identity) })
  plainFile = await write('plain', undefined)
})

describe('what was written is read again', () => {
  test('without a seal', async () => expect(await read(plainFile)).toEqual(contents))

  test('sealed for a recipient, and not without the private key', async () => {
    expect(await read(sealedFile, { identities: [identity] })).toEqual(contents)
    expect((await readFile(sealedFile)).includes('manifest')).toBe(false)
    expect(await outcome(sealedFile)).toMatch(/set BACKUP_IDENTITY/)
    expect(await outcome(sealedFile, { identities: [await generateX25519Identity()] })).toMatch(
      /is not the one it was sealed for/,
    )
  })

  test('sealed with a passphrase, and not with another one', async () => {
    const file = await write('passphrase', { passphrase })
    expect(await read(file, { passphrase })).toEqual(contents)
    expect(await outcome(file)).toMatch(/set BACKUP_PASSPHRASE/)
    expect(await outcome(file, { passphrase: `${passphrase}!` })).toMatch(/is not the one it was sealed for/)
  })

  test('by a reader that skips bodies', async () => {
    const names: string[] = []
    for await (const { name } of readArchive(plainFile, {})) names.push(name)
    expect(names).toEqual(Object.keys(contents))
  })
})

describe('a damaged file is refused', () => {
  /** Flips one bit. */
  async function flipped(file: string, offset: number) {
    const copy = join(folder, 'flipped')
    const bytes = await readFile(file)
    bytes[offset]! ^= 1 << (offset % 8)
    await writeFile(copy, bytes)
    return copy
  }
  const offsets = (size: number, many: number) => [
    ...Array.from({ length: 40 }, (_, at) => at),
    ...Array.from({ length: many }, (_, at) => Math.floor((size * at) / many)),
    ...Array.from({ length: 24 }, (_, at) => size - 1 - at),
  ]

  test('with a flipped byte, sealed: anywhere', async () => {
    const { size } = await stat(sealedFile)
    for (const offset of offsets(size, 60))
      expect([offset, await outcome(await flipped(sealedFile, offset), { identities: [identity] })]).toEqual([
        offset,
        expect.any(String),
      ])
  })

  test('with a flipped byte, not sealed: refused, or nothing of the contents was changed', async () => {
    const { size } = await stat(plainFile)
    let refusals = 0
    for (const offset of offsets(size, 60)) {
      const found = await outcome(await flipped(plainFile, offset))
      if (typeof found === 'string') refusals++
      else expect([offset, found]).toEqual([offset, contents])
    }
    expect(refusals).toBeGreaterThan(90)
  })

  test('cut at any length', async () => {
    const files: [string, Secrets][] = [
      [plainFile, {}],
      [sealedFile, { identities: [identity] }],
    ]
    for (const [file, secrets] of files) {
      const { size } = await stat(file)
      for (const length of offsets(size, 40)) {
        const copy = join(folder, 'cut')
        await writeFile(copy, await readFile(file))
        await truncate(copy, length)
        expect([file, length, await outcome(copy, secrets)]).toEqual([file, length, expect.any(String)])
      }
    }
  })

  /** Archives that a program other than ours has written. */
  type Entries = [header: Partial<tar.Header> & { name: string }, text: string][]
  async function handmade(entries: Entries) {
    const file = join(folder, 'handmade')
    const pack = tar.pack()
    for (const [header, text] of entries) pack.entry(header, text)
    pack.finalize()
    await pipeline(Readable.from(pack), createGzip(), createWriteStream(file))
    return file
  }
  test.each<[string, Entries, RegExp]>([
    ['without its last entry', [[{ name: 'a' }, 'a']], /end is missing/],
    [
      'with a wrong hash',
      [
        [{ name: 'a' }, 'a'],
        [{ name: 'SHA256SUMS.json' }, '{"a":"00"}'],
      ],
      /hash of a/,
    ],
    [
      'with an entry that has no hash',
      [
        [{ name: 'a' }, 'a'],
        [{ name: 'SHA256SUMS.json' }, '{}'],
      ],
      /hash of a/,
    ],
    ['with a hash without an entry', [[{ name: 'SHA256SUMS.json' }, '{"b":"00"}']], /hash of b/],
    ['with unreadable hashes', [[{ name: 'SHA256SUMS.json' }, '{']], /can't be read/],
    [
      'with an entry after the last',
      [
        [{ name: 'SHA256SUMS.json' }, '{}'],
        [{ name: 'a' }, 'a'],
      ],
      /after the end/,
    ],
    [
      'with an entry twice',
      [
        [{ name: 'a' }, 'a'],
        [{ name: 'a' }, 'a'],
      ],
      /twice/,
    ],
    ['with a link', [[{ name: 'a', type: 'symlink', linkname: '/etc/passwd' }, '']], /is a symlink/],
  ])('%s', async (_, entries, reason) => expect(await outcome(await handmade(entries))).toMatch(reason))

  test('that is no archive, empty, a folder, or not there', async () => {
    const other = join(folder, 'other')
    await writeFile(other, 'hello')
    expect(await outcome(other)).toMatch(/is no backup/)
    await (await open(other, 'w')).close()
    expect(await outcome(other)).toMatch(/is no backup/)
    expect(await outcome(folder)).toMatch(/can't be read/)
    expect(await outcome(join(folder, 'nowhere'))).toMatch(/can't be read: ENOENT/)
  })
})

describe('writing fails', () => {
  const endless = async (archive: Parameters<Parameters<typeof writeArchive>[2]>[0]) => {
    for (let entry = 0; entry < 10_000; entry++) await archive.add(`tables/x/${entry}`, big)
  }
  test('with the reason of the stream, when that fails', async () => {
    await expect(writeArchive(createWriteStream('/dev/full'), undefined, endless)).rejects.toMatchObject({
      code: 'ENOSPC',
    })
    const recipient = await identityToRecipient(identity)
    await expect(writeArchive(createWriteStream('/dev/full'), { recipient }, endless)).rejects.toMatchObject({
      code: 'ENOSPC',
    })
  })

  test('with the reason of the source, when that fails', async () => {
    const out = createWriteStream(join(folder, 'failed'))
    const failing = async () => Promise.reject(new Error('the database is gone'))
    await expect(writeArchive(out, undefined, failing)).rejects.toThrow('the database is gone')
  })

  test('when a file has another size than it had', async () => {
    const about = { size: 9, mode: 0o600, mtime: new Date() }
    const out = () => createWriteStream(join(folder, 'failed'))
    for (const bytes of [5, 12])
      await expect(
        writeArchive(out(), undefined, (archive) =>
          archive.addFile('files/a', about, Readable.from([randomBytes(bytes)])),
        ),
      ).rejects.toThrow('Size mismatch')
  })
})
