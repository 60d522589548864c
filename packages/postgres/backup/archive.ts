import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import * as tar from 'tar-stream'
import { StartError } from '../start-error.ts'

/** How a backup is sealed in the format of age (age-encryption.org/v1). Undefined: it is not sealed. */
export type Seal = { passphrase: string } | { recipient: string } | undefined

/** What opens a sealed backup. */
export interface Secrets {
  passphrase?: string | undefined
  /** Private keys: `AGE-SECRET-KEY-1…`. */
  identities?: string[] | undefined
}

/** The last entry: the SHA-256 of each entry before it. Without it a file is not complete. */
const SUMS = 'SHA256SUMS.json'
/** An entry that is read into the memory may have this size. */
const MAX_WHOLE_BYTES = 256 * 2 ** 20
/** Work factor of scrypt as a power of two: about a second, as the age command uses it. */
const SCRYPT_WORK = 18

type Bytes = AsyncIterable<Uint8Array>

/** Adds entries to an archive, one after the other. */
export interface ArchiveWriter {
  add(name: string, content: string | Uint8Array): Promise<void>
  /** Adds a file of a known size. Throws if the body has another one. */
  addFile(name: string, about: { size: number; mode: number; mtime: Date }, body: Bytes): Promise<void>
}

/**
 * Writes an archive to a stream and ends it: tar, gzip, and age if it is sealed. It holds a few chunks in memory.
 * @param fill adds the entries.
 */
export async function writeArchive(
  out: Writable,
  seal: Seal,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const pack = tar.pack()
  const sums: Record<string, string> = {}
  const addFile: ArchiveWriter['addFile'] = (name, about, body) =>
    new Promise((done, fail) => {
      const hash = createHash('sha256')
      const entry = pack.entry({ name, ...about, type: 'file' }, (error) => {
        if (error) return fail(error)
        sums[name] = hash.digest('hex')
        done()
      })
      async function* hashed() {
        for await (const chunk of body) {
          hash.update(chunk)
          yield chunk
        }
      }
      pipeline(hashed(), entry).catch(fail)
    })
  const add: ArchiveWriter['add'] = (name, content) => {
    const bytes = Buffer.from(content)
    return addFile(name, { size: bytes.length, mode: 0o600, mtime: new Date() }, Readable.from([bytes]))
  }
  const packed = Readable.from(pack)
  const written = seal
    ? pipeline(packed, createGzip(), (source) => sealed(source, seal), out)
    : pipeline(packed, createGzip(), out)
  // Awaited below. A failure destroys `pack`, and with it the entry that is being added.
  written.catch(() => {})
  try {
    await fill({ add, addFile })
    await add(SUMS, JSON.stringify(sums))
    pack.finalize()
    await written
  } catch (error) {
    pack.destroy(error as Error)
    // The stream's own failure, such as a full disk, is the cause of the other.
    await written
    throw error
  }
}

async function* sealed(source: Bytes, seal: NonNullable<Seal>): Bytes {
  const encrypter = new Encrypter()
  if ('passphrase' in seal) {
    encrypter.setPassphrase(seal.passphrase)
    encrypter.setScryptWorkFactor(SCRYPT_WORK)
  } else encrypter.addRecipient(seal.recipient)
  yield* (await encrypter.encrypt(ReadableStream.from(source) as never)) as unknown as Bytes
}

/** An entry of an archive. Its body can be read once, before the next entry. What is not read is skipped. */
export interface ArchiveEntry {
  name: string
  size: number
  mode: number
  body: Bytes
  /** The whole body. */
  text(): Promise<string>
}

/**
 * Reads an archive from its first entry to the last. A caller must not rely on an entry before the end was
 * reached: only then every hash is known to be right.
 * @throws StartError if the file is none of ours, can't be opened, is cut, or was changed.
 */
export async function* readArchive(file: string, secrets: Secrets): AsyncGenerator<ArchiveEntry, void, void> {
  const beginning = await beginningOf(file)
  const isSealed = beginning.startsWith('age-encryption.org/v1\n')
  if (!isSealed && !beginning.startsWith('\x1f\x8b')) throw new StartError(`${file} is no backup of Kikoa.`)
  const decrypter = isSealed ? decrypterFor(file, beginning, secrets) : undefined

  const extract = tar.extract()
  const source = createReadStream(file)
  const piped = decrypter
    ? pipeline(source, (bytes) => unsealed(file, bytes, decrypter), createGunzip(), extract)
    : pipeline(source, createGunzip(), extract)
  piped.catch(() => {})
  const sums = new Map<string, string>()
  let isComplete = false
  /** The stream's failure is the cause of the iterator's. */
  async function explained(error: unknown) {
    const cause = await piped.then(
      () => error,
      (reason: unknown) => (isPlainAbort(reason) ? error : reason),
    )
    return cause instanceof StartError ? cause : damaged(file, (cause as Error).message, cause)
  }
  async function* hashed(body: Bytes, hash: Hash): Bytes {
    try {
      for await (const chunk of body) {
        hash.update(chunk)
        yield chunk
      }
    } catch (error) {
      throw await explained(error)
    }
  }
  try {
    for await (const entry of extract) {
      const { name, size, mode, type } = entry.header
      if (type !== 'file') throw damaged(file, `${name} is a ${type}`)
      if (isComplete || sums.has(name)) throw damaged(file, `${name} is there after the end or twice`)
      const hash = createHash('sha256')
      const body = hashed(entry as Bytes, hash)
      const text = async () => {
        if (size > MAX_WHOLE_BYTES) throw damaged(file, `${name} is too large`)
        return (await buffer(body)).toString('utf8')
      }
      if (name === SUMS) {
        compareSums(file, sums, await text())
        isComplete = true
        continue
      }
      yield { name, size, mode, body, text }
      for await (const _ of body); // what the reader has not read, for its hash
      sums.set(name, hash.digest('hex'))
    }
    await piped
  } catch (error) {
    throw await explained(error)
  } finally {
    extract.destroy()
  }
  if (!isComplete) throw damaged(file, 'its end is missing')
}

const isPlainAbort = (error: unknown) =>
  ['ABORT_ERR', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String((error as NodeJS.ErrnoException).code))

function compareSums(file: string, found: Map<string, string>, text: string) {
  let expected: Record<string, unknown>
  try {
    expected = JSON.parse(text) as Record<string, unknown>
  } catch {
    throw damaged(file, `${SUMS} can't be read`)
  }
  const wrong = new Set([...found.keys(), ...Object.keys(expected)])
  for (const name of wrong) if (found.get(name) === expected[name]) wrong.delete(name)
  if (wrong.size) throw damaged(file, `the hash of ${[...wrong][0]} is wrong`)
}

async function* unsealed(file: string, source: Bytes, decrypter: Decrypter): Bytes {
  let plain: AsyncIterable<Uint8Array>
  try {
    plain = (await decrypter.decrypt(ReadableStream.from(source) as never)) as never
  } catch (cause) {
    if (/no identity matched/.test((cause as Error).message))
      throw new StartError(
        `${file} can't be opened: BACKUP_PASSPHRASE or BACKUP_IDENTITY is not the one it was sealed for.`,
        { cause },
      )
    throw cause
  }
  yield* plain
}

function decrypterFor(file: string, header: string, { passphrase, identities = [] }: Secrets): Decrypter {
  const decrypter = new Decrypter()
  const needsPassphrase = header.includes('\n-> scrypt ')
  if (needsPassphrase && !passphrase)
    throw new StartError(`${file} is sealed with a passphrase: set BACKUP_PASSPHRASE to it.`)
  if (!needsPassphrase && !identities.length)
    throw new StartError(
      `${file} is sealed for a recipient: set BACKUP_IDENTITY to the file with the recipient's private key.`,
    )
  if (needsPassphrase) decrypter.addPassphrase(passphrase!)
  else for (const identity of identities) decrypter.addIdentity(identity)
  return decrypter
}

/** The first bytes of the file, one character each. */
async function beginningOf(file: string): Promise<string> {
  const handle = await open(file).catch((cause: Error) => {
    throw new StartError(`The backup ${file} can't be read: ${cause.message}.`, { cause })
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } catch (cause) {
    throw new StartError(`The backup ${file} can't be read: ${(cause as Error).message}.`, { cause })
  } finally {
    await handle.close()
  }
}

export const damaged = (file: string, reason: string, cause?: unknown) =>
  new StartError(`${file} is damaged or no backup of Kikoa: ${reason}. Nothing of it was used.`, { cause })
