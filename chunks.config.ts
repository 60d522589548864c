import { resolve } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from './src/routes.ts'

/** What rolldown passes to a function that names a file. */
interface Graph {
  getModuleInfo: (id: string) => Module | null
}

interface Module {
  code: string | null
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}

/** A file of shared modules. */
interface Shared {
  modules: string[]
  /** The screens whose first visit loads it. */
  screens: Set<number>
  /** Characters of source. */
  size: number
  /** The files that it imports. */
  imports: Set<Shared>
}

/**
 * How many characters of source a screen may load in vain to save one request. They become a tenth to a fifth of it in
 * bytes on the wire.
 */
const REQUEST = 19_000

const pathOf = (file: string) => resolve('src', file).replaceAll('\\', '/')
const entryOf = (file: string) => `${pathOf(file)}?__react-router-build-client-route`

/** It is shown in a frame of another screen, once that is at rest. */
const isFrame = ({ file }: RouteConfigEntry) => file.includes('/preview/')
/** Its script is loaded by nobody: the application's links to it load the document. */
const isText = ({ file }: RouteConfigEntry) => file.endsWith('/LegalScreen.tsx')

/** Opened once from a QR code, once a year, or by few of the staff. What others load does not depend on them. */
const isRare = ({ file }: RouteConfigEntry) =>
  [
    'MailSettingsScreen',
    'RenewScreen',
    'RegistrarsScreen',
    'NamesScreen',
    'FulfilmentScreen',
    'AdminNotFound',
  ].some((name) => file.endsWith(`/${name}.tsx`))

/** The entries of each screen: the program's, the document's, the one of its part of the site, and its own. */
const screens = (routes as RouteConfigEntry[]).flatMap((route) => {
  const { file, children = [] } = route
  if (isFrame(route) || isText(route)) return []
  const entries = [pathOf('entry.client.tsx'), entryOf('root.tsx'), entryOf(file)]
  return children.length
    ? children.filter((child) => !isRare(child)).map((child) => [...entries, entryOf(child.file)])
    : [entries]
})

const isOf = (layout: string, screen: number) =>
  screens[screen]!.some((entry) => entry.includes(`/${layout}.tsx`))

/** What a screen's first visit counts. Visitors come with a phone that has nothing of the shop yet. */
const weights = [...screens.keys()].map((screen) =>
  isOf('SearchPages', screen) || isOf('ShopPages', screen) ? 3 : 1,
)
const weightOf = (counted: Iterable<number>) =>
  Array.from(counted).reduce((sum, screen) => sum + weights[screen]!, 0)

/** Whether nobody but the staff loads a file. */
const isOfStaff = ({ screens: loading }: Shared) => [...loading].every((screen) => isOf('AdminArea', screen))

const react = /\/node_modules\/(?:react|react-dom|react-router|scheduler)\/|preload-helper/

/** The modules that an entry needs when it starts, with itself. */
function needsOf(entry: string, graph: Graph): Set<string> {
  const needs = new Set([entry])
  for (const id of needs) for (const imported of importsOf(id, graph)) needs.add(imported)
  return needs
}

/** What a module imports: of the files that list all messages and icons only the ones that it names. */
function importsOf(id: string, graph: Graph): string[] {
  const { code, importedIds } = graph.getModuleInfo(id)!
  return importedIds.flatMap((imported) => {
    const beside = (file: string) => resolve(imported, '..', file).replaceAll('\\', '/')
    if (imported.endsWith('/paraglide/messages.js'))
      return Array.from(code!.matchAll(/\bm\.(\w+)/g), ([, name]) => beside(`messages/${name}.js`))
    if (!imported.endsWith('/lucide-react.mjs')) return imported
    const names = new Set(/import\s*\{([^}]+)\}\s*from\s*["']lucide-react["']/.exec(code!)![1]!.match(/\w+/g))
    const all = graph.getModuleInfo(imported)!.code!.matchAll(/export \{(.+)\} from ["'](.+)["']/g)
    return Array.from(all)
      .filter(([, exported]) => exported!.match(/\w+/g)!.some((name) => names.has(name)))
      .map(([, , file]) => beside(file!))
  })
}

/** What several entries need, in one file for each combination of screens. */
function combinations(graph: Graph): Shared[] {
  const entries = new Set(screens.flat().filter((id) => graph.getModuleInfo(id)))
  const users = new Map<string, Set<string>>()
  for (const entry of entries)
    for (const id of needsOf(entry, graph)) {
      users.set(id, (users.get(id) ?? new Set()).add(entry))
      // Code that is loaded later is an entry too.
      for (const later of graph.getModuleInfo(id)!.dynamicallyImportedIds) entries.add(later)
    }
  const files = new Map<string, Shared>()
  const fileOf = new Map<string, Shared>()
  for (const [id, by] of users) {
    const loading = [...screens.keys()].filter((screen) => screens[screen]!.some((entry) => by.has(entry)))
    if (by.size === 1 || !loading.length || react.test(id)) continue
    const name = loading.join()
    const file = files.get(name) ?? { modules: [], screens: new Set(loading), size: 0, imports: new Set() }
    files.set(name, file)
    fileOf.set(id, file)
    file.modules.push(id)
    file.size += graph.getModuleInfo(id)!.code?.replaceAll(/\/\*[^]*?\*\//g, '').length ?? 0
  }
  for (const [id, file] of fileOf)
    for (const imported of importsOf(id, graph)) {
      const target = fileOf.get(imported)
      if (target && target !== file) file.imports.add(target)
    }
  return [...files.values()]
}

/** Whether two files, once joined, would import each other through a third: a class may then be missing when it is extended. */
function isCircular(one: Shared, other: Shared): boolean {
  const joined = new Set([one, other])
  const reached = new Set([...one.imports, ...other.imports].filter((file) => !joined.has(file)))
  for (const file of reached)
    for (const next of file.imports) {
      if (joined.has(next)) return true
      reached.add(next)
    }
  return false
}

/** The source that all screens together save by joining two files. Customers load nothing that only the staff need. */
function gainOf(one: Shared, other: Shared): number {
  if (isOfStaff(one) !== isOfStaff(other)) return 0
  const both = weightOf([...one.screens].filter((screen) => other.screens.has(screen)))
  const oneMore = weightOf(other.screens) - both
  const otherMore = weightOf(one.screens) - both
  return REQUEST * both - one.size * oneMore - other.size * otherMore
}

/** Joins the two files that gain the most, again and again, while any two gain. */
function joinFiles(files: Shared[]): Shared[] {
  for (;;) {
    const [best] = files
      .flatMap((one, index) =>
        files.slice(index + 1).map((other) => ({ one, other, gain: gainOf(one, other) })),
      )
      .filter(({ one, other, gain }) => gain > 0 && !isCircular(one, other))
      .toSorted((first, second) => second.gain - first.gain)
    if (!best) return files
    const { one, other } = best
    one.modules.push(...other.modules)
    one.screens = new Set([...one.screens, ...other.screens])
    one.size += other.size
    one.imports = new Set([...one.imports, ...other.imports])
    files = files.filter((file) => file !== other)
    for (const { imports } of files) if (imports.delete(other)) imports.add(one)
    one.imports.delete(one)
  }
}

/** The files in an order in which each stands after the ones that it imports. */
function inOrder(files: Shared[]): Shared[] {
  const ordered = new Set<Shared>()
  const add = (file: Shared) => {
    if (ordered.has(file)) return
    for (const imported of file.imports) add(imported)
    ordered.add(file)
  }
  for (const file of files) add(file)
  return [...ordered]
}

let indexes: Map<string, number> | undefined

/** The index of a shared module's file, planned once for the whole graph. */
function indexOf(id: string, graph: Graph): number | undefined {
  indexes ??= new Map(
    inOrder(joinFiles(combinations(graph))).flatMap(({ modules }, index) =>
      modules.map((module) => [module, index] as const),
    ),
  )
  return indexes.get(id)
}

/** More than there will be: rolldown wants to know the groups before the graph. */
const FILES = 50

/**
 * Which modules share a file. By default every set of screens has a file of its own for the modules that it shares: a
 * hundred files for one screen, most of them smaller than their HTTP headers. React has its own, which browsers keep when
 * a new version of the shop is installed. A group takes along what its modules import unless an earlier one has it.
 */
export const chunkGroups = [
  { name: 'react', test: react },
  ...Array.from({ length: FILES }, (_, file) => ({
    name: (id: string, graph: Graph) => (indexOf(id, graph) === file ? `shared-${file}` : null),
  })),
].map((group, index) => ({ ...group, priority: FILES + 1 - index }))
