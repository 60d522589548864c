import * as z from 'zod'
import { readMigrations } from '../migrate.ts'
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

/** What the parts of an archive are compared with. */
interface Expected {
  /** The folder with the schema and the migrations. */
  migrations: string
  /** The files of the keys, which no other entry may write. */
  keyFiles: RegExp
}

/**
 * The entries of an archive, in their order. Each is checked wherever the archive is read: the names and modes of files,
 * the names of tables and sequences, and the version.
 * @throws StartError
 */
export async function* readParts(
  file: string,
  secrets: Secrets,
  expected: Expected,
): AsyncGenerator<Part, void, void> {
  let last: Part['kind'] | undefined
  const paths = new Set<string>()
  for await (const entry of readArchive(file, secrets)) {
    const part = await partOf(file, entry)
    if (!mayFollow(last, part.kind)) throw damaged(file, `${entry.name} is in the wrong place`)
    if (part.kind === 'manifest') {
      await refuseOtherMigrations(file, part.manifest, expected.migrations)
      refuseOtherNames(file, part.manifest.tables)
    }
    if (part.kind === 'counts') refuseOtherNames(file, part.counts.sequences)
    if (part.kind === 'file') refuseUnsafeFile(file, part, expected.keyFiles, paths)
    last = part.kind
    yield part
  }
  if (last !== 'counts') throw damaged(file, 'its end is missing')
}

/** Tables and sequences are those of the program's own schemas. */
function refuseOtherNames(file: string, named: readonly { name: string }[]) {
  const other = named.find(({ name }) => !/^(?:public|auth)\.[a-z][a-z0-9_]*$/.test(name))
  if (other) throw damaged(file, `${JSON.stringify(other.name)} is no table of the program`)
}

/** @param paths those before it, in lower case: some disks ignore the case. */
function refuseUnsafeFile(
  file: string,
  { path, mode }: { path: string; mode: number },
  keyFiles: RegExp,
  paths: Set<string>,
) {
  if (!isSafe(path, keyFiles))
    throw damaged(file, `the name ${JSON.stringify(path)} leads out of the data folder or into the database`)
  const lower = path.toLowerCase()
  if (paths.has(lower)) throw damaged(file, `${JSON.stringify(path)} is there twice`)
  paths.add(lower)
  if (mode & ~0o777) throw damaged(file, `${JSON.stringify(path)} has a mode that no file of the shop has`)
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

/** Reads the whole archive, which verifies every hash, and changes nothing. */
export async function checkArchive(
  file: string,
  secrets: Secrets,
  { signal, ...expected }: Expected & { signal: AbortSignal },
) {
  for await (const _ of readParts(file, secrets, expected)) signal.throwIfAborted()
}

/** Whether a path leads to a file of the shop inside of the data folder, on every system. */
function isSafe(path: string, keyFiles: RegExp) {
  const [first = '', ...others] = path.split('/')
  // Some disks ignore the case.
  if ([first, first.toLowerCase()].some((name) => OTHER_PARTS.test(name) || keyFiles.test(name))) return false
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
