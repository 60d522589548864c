import { resolve } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from './src/routes.ts'

/** What rolldown passes to a function that names a group. */
interface Graph {
  getModuleInfo: (id: string) => { importers: readonly string[]; importedIds: readonly string[] } | null
}

interface Area {
  /** The files that every screen of the area loads. */
  frame: Set<string>
  screens: Set<string>
}

const pathOf = (file: string) => resolve('src', file).replaceAll('\\', '/')
const fileOf = ({ file }: RouteConfigEntry) => pathOf(file)
const always = ['root.tsx', 'entry.client.tsx'].map(pathOf)

/** The parts of the site with a frame of their own: visitors, shop, customers, admins. */
const areas: Area[] = Object.values(
  Object.groupBy(
    (routes as RouteConfigEntry[]).filter(({ children }) => children),
    ({ file }) => (/(?:Search|Shop)Pages/.test(file) ? 'shop' : file),
  ),
).map((entries) => ({
  frame: new Set([...always, ...entries!.map(fileOf)]),
  screens: new Set(entries!.flatMap(({ children }) => children!.map(fileOf))),
}))

const known = new Map<string, string[]>()

/** How each area uses a module: `F` on every screen, `S` on some, `-` on none. */
function usesOf(id: string, graph: Graph): string[] {
  const before = known.get(id)
  if (before) return before
  const path = id.split('?')[0]!
  const uses: string[] = areas.map(({ frame, screens }) =>
    frame.has(path) ? 'F' : screens.has(path) ? 'S' : '-',
  )
  // Set first: modules of packages may import each other.
  known.set(id, uses)
  for (const importer of graph.getModuleInfo(id)?.importers ?? [])
    for (const [area, use] of usesOf(importer, graph).entries())
      if (use === 'F' || uses[area] === '-') uses[area] = use
  return uses
}

const formUsers = new Map<string, boolean>()

/** Whether a module needs the form library, by its imports. It is large, and most screens have no form. */
function needsForms(id: string, graph: Graph): boolean {
  if (id.includes('/react-hook-form/')) return true
  if (!formUsers.has(id)) {
    formUsers.set(id, false)
    const imports = graph.getModuleInfo(id)?.importedIds ?? []
    formUsers.set(
      id,
      imports.some((imported) => needsForms(imported, graph)),
    )
  }
  return formUsers.get(id)!
}

const weightOf = (uses: string) => uses.replaceAll('-', '').length + uses.replaceAll(/[S-]/g, '').length

/** Every combination with a frame in it, the most used first: what a module imports is used at least as much. */
const combinations = areas
  .reduce((list) => list.flatMap((start) => ['F', 'S', '-'].map((use) => start + use)), [''])
  .filter((uses) => uses.includes('F'))
  .toSorted((one, other) => weightOf(other) - weightOf(one))

/** Texts and icons come through a file that lists all of them, which hides who uses which; styles stay with the root. */
const withoutUses = /\/paraglide\/|\/lucide-react\/|\.css/

/**
 * Files that are smaller, in bytes before compression, are joined with others: a few more bytes, but fewer requests. Larger
 * files of screens would import each other, and a class may then be missing when it is extended.
 */
const JOINED_TEXTS = 120_000
const JOINED_SCREENS = 2_000

/**
 * Which modules share a file, the first match first. By default every set of screens has a file of its own for the modules
 * that it shares: a hundred files for one screen, most of them smaller than their HTTP headers.
 */
export const chunkGroups = [
  { name: 'react', test: /\/node_modules\/(?:react|react-dom|react-router|scheduler)\/|preload-helper/ },
  {
    name: 'texts',
    test: /\/paraglide\/|\/lucide-react\//,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: JOINED_TEXTS,
  },
  ...combinations.map((uses) => ({
    name: (id: string, graph: Graph) =>
      withoutUses.test(id) || usesOf(id, graph).join('') !== uses ? null : uses,
  })),
  {
    // What no screen imports is loaded on demand: it never shares a file with what is loaded at once.
    name: (id: string, graph: Graph) =>
      `${usesOf(id, graph).join('')}${needsForms(id, graph) ? '-forms' : ''}`,
    test: /^(?!.*\.css)/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: JOINED_SCREENS,
  },
].map((group, index) => ({ ...group, priority: 100 - index }))
