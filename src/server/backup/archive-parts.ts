import * as z from 'zod'
import { readMigrations } from '../database/migrate.ts'
import { StartError } from '../start-error.ts'
import { type ArchiveEntry, damaged, readArchive, type Secrets } from './archive.ts'
import { type Counts, FORMAT, FORMAT_VERSION, type Manifest, OTHER_PARTS } from './backup.ts'

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  product: z.string(),
  postgresql: z.string(),
  at: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
})
const countsSchema = z.object({
  rows: z.record(z.string(), z.int()),
  files: z.int(),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
})

type Part =
  | { kind: 'manifest'; manifest: Manifest }
  | { kind: 'keys'; keys: unknown }
  | { kind: 'table'; table: string; body: ArchiveEntry['body'] }
  | { kind: 'file'; path: string; mode: number; body: ArchiveEntry['body'] }
  | { kind: 'counts'; counts: Counts }

const orderOfKinds = ['manifest', 'keys', 'table', 'file', 'counts'] as const

/** The manifest and the keys come first, tables and files repeat. */
function mayFollow(last: Part['kind'] | undefined, next: Part['kind']) {
  if (last === undefined || last === 'manifest') return next === (last ? 'keys' : 'manifest')
  return orderOfKinds.indexOf(next) >= Math.max(orderOfKinds.indexOf(last), orderOfKinds.indexOf('table'))
}

/** The entries of an archive, in their order. */
export async function* readParts(file: string, secrets: Secrets): AsyncGenerator<Part, void, void> {
  let last: Part['kind'] | undefined
  for await (const entry of readArchive(file, secrets)) {
    const part = await partOf(file, entry)
    if (!mayFollow(last, part.kind)) throw damaged(file, `${entry.name} is in the wrong place`)
    last = part.kind
    yield part
  }
  if (last !== 'counts') throw damaged(file, 'its end is missing')
}

async function partOf(file: string, { name, mode, body, text }: ArchiveEntry): Promise<Part> {
  const parsed = async <T>(schema: z.ZodType<T>): Promise<T> => {
    try {
      return schema.parse(JSON.parse(await text()))
    } catch (error) {
      if (error instanceof StartError) throw error
      throw damaged(file, `${name} has another form`, error)
    }
  }
  if (name === 'manifest.json') return { kind: 'manifest', manifest: manifestOf(file, await text()) }
  if (name === 'keys.json') return { kind: 'keys', keys: await parsed(z.unknown()) }
  if (name === 'counts.json') return { kind: 'counts', counts: await parsed(countsSchema) }
  const table = /^tables\/([^/]+)\/\d+$/.exec(name)?.[1]
  if (table) return { kind: 'table', table, body }
  if (name.startsWith('files/')) return { kind: 'file', path: name.slice('files/'.length), mode, body }
  throw damaged(file, `it has an entry ${name}`)
}

/** Reads the manifest. A newer format is refused before its fields are read. */
function manifestOf(file: string, text: string): Manifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw damaged(file, 'its manifest has another form', error)
  }
  const about = z
    .object({ format: z.literal(FORMAT), version: z.int(), product: z.string() })
    .safeParse(value)
  if (!about.success) throw damaged(file, 'its manifest has another form', about.error)
  if (about.data.version !== FORMAT_VERSION)
    throw new StartError(
      `${file} was written by Kikoa ${about.data.product} in a format that this version does not read: use that version.`,
    )
  const manifest = manifestSchema.safeParse(value)
  if (!manifest.success) throw damaged(file, 'its manifest has another form', manifest.error)
  return manifest.data
}

/** Verifies every hash, the names of all files and the version, and changes nothing. */
export async function checkArchive(
  file: string,
  secrets: Secrets,
  { migrations, keyFiles, signal }: { migrations: string; keyFiles: RegExp; signal: AbortSignal },
) {
  for await (const part of readParts(file, secrets)) {
    signal.throwIfAborted()
    if (part.kind === 'manifest') await refuseOtherMigrations(file, part.manifest, migrations)
    if (part.kind === 'file' && !isSafe(part.path, keyFiles))
      throw damaged(
        file,
        `the name ${JSON.stringify(part.path)} leads out of the data folder or into the database`,
      )
  }
}

/** Whether a path leads to a file of the shop inside of the data folder, on every system. */
function isSafe(path: string, keyFiles: RegExp) {
  const [first = '', ...others] = path.split('/')
  if (OTHER_PARTS.test(first) || keyFiles.test(first)) return false
  return [first, ...others].every((name) => name !== '' && !/^\.{1,2}$|[\\:\0]/.test(name))
}

async function refuseOtherMigrations(file: string, { product, migrations }: Manifest, folder: string) {
  const known = await readMigrations(folder, 'k')
  for (const [index, { name, sha256 }] of migrations.entries())
    if (known[index]?.name !== name || known[index].sha256 !== sha256)
      throw new StartError(
        `${file} was written by Kikoa ${product}, whose migration ${name} this version does not have: use that version or a newer one.`,
      )
}
