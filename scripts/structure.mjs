import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/**
 * The layers and, between `client` and `app`, the features, from bottom to top. A file imports only from its own place
 * in this list and from those before it, types included.
 */
export const order = [
  'shared',
  'kit',
  'server',
  'auth',
  'client',
  'countries',
  'catalogue',
  'products',
  'audit',
  'settings',
  'accounts',
  'mails',
  'support',
  'requests',
  'orders',
  'availability',
  'domains',
  'emails',
  'hosting',
  'whatsapp',
  'chat',
  'website-design',
  'insights',
  'customers',
  'landing',
  'app',
  'src',
]

/** The place of a file in the order: its layer, its feature, or `src` for what React Router wants at the root. */
function placeOf(file) {
  const [, layer, feature] = file.split('/')
  if (!file.slice('src/'.length).includes('/')) return 'src'
  return layer === 'features' ? feature : layer
}

const isProduction = (file) =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|^src\/paraglide\//.test(file)

const files = readdirSync(join(root, 'src'), { recursive: true })
  .map((file) => `src/${file.replaceAll(sep, '/')}`)
  .filter(isProduction)

/** Checks the order of all imports. @returns the number of files that break it, after naming each import. */
export function checkStructure() {
  const wrong = new Set()
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, path] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const target = relative(root, resolve(root, dirname(file), path)).replaceAll(sep, '/')
      if (!target.startsWith('src/') || target.startsWith('src/paraglide/')) continue
      const [from, to] = [file, target].map((one) => order.indexOf(placeOf(one)))
      if (from >= 0 && to >= 0 && to <= from) continue
      wrong.add(file)
      console.error(
        `${file} imports ${target}: ${placeOf(file)} may not use ${placeOf(target)} (scripts/structure.mjs)`,
      )
    }
  }
  return wrong.size
}

if (process.argv[1] === import.meta.filename) {
  const lines = files
    .map((file) => readFileSync(join(root, file), 'utf8').split('\n').length - 1)
    .sort((a, b) => a - b)
  const share = (part) => lines[Math.floor(lines.length * part)]
  const wrong = checkStructure()
  console.log(
    `${files.length} production files: median ${share(0.5)} lines, nine in ten up to ${share(0.9)}, the largest ${lines.at(-1)}`,
  )
  console.log(`${wrong} files import against the order of layers and features`)
  process.exitCode = wrong ? 1 : 0
}
