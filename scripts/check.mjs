import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { checkNotice } from './notice.mjs'
import { compileMessages, install, root, run, runtime } from './prepare.mjs'
import { checkStructure } from './structure.mjs'

const bin = (name) => join(root, 'node_modules/.bin', name)

/** Checks the types, and that pure files, server and browser use only their own APIs. */
export const checkTypes = () => run(runtime(), [bin('tsc'), '-b', '--pretty', 'false'])

/**
 * What is checked without running the product.
 * @type {[name: string, check: () => Promise<number>][]}
 */
export const checks = [
  ['types', checkTypes],
  ['structure', async () => checkStructure()],
  ['lint', () => run(runtime(), [bin('oxlint'), '--quiet'])],
  ['format', () => run(runtime(), [bin('oxfmt'), '--check', '.'])],
  ['unused code', () => run(runtime(), [bin('knip'), '--no-progress'])],
  ['documents', checkDocuments],
  ['settings', () => run(runtime(), ['scripts/settings.mjs', '--check'])],
  ['messages', checkMessages],
  ['classes', checkClasses],
  ['licences', checkNotice],
]

/** Runs the checks and gives the names of those that failed. The types, on one core, are checked beside the others. */
export async function runChecks() {
  const failed = []
  const inTurn = async (some) => {
    for (const [name, check] of some) {
      const started = Date.now()
      const code = await check()
      console.log(`${code ? 'FAILED' : 'ok'}  ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
      if (code) failed.push(name)
    }
  }
  const [types, ...others] = checks
  await Promise.all([inTurn([types]), inTurn(others)])
  return failed
}

/** The messages of four words or more that are the same in both languages, and why. There are none. */
const sameTexts = {}

/** Fails where a document names a file or folder of the project that does not exist. */
async function checkDocuments() {
  const documents = ['.', 'decisions', 'docs', 'src', 'packages'].flatMap((folder) =>
    filesBelow(folder, /\.md$/, folder !== '.' && folder !== 'decisions'),
  )
  return report(
    documents.flatMap((document) =>
      [
        ...read(document).matchAll(
          /`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|mjs|sql|md)|[\w.-]+\/(?:[\w.-]+\/)*)`|\]\(([^)#:]+)(?:#[^)]*)?\)/g,
        ),
      ]
        .map(([, quoted, linked]) => linked ?? quoted)
        .filter((path) => !path.includes('NNNN') && !isNamed(path, document))
        .map((path) => `${document} names ${path}, which does not exist`),
    ),
  )
}

let known
/** Whether a path of a document exists: from the root, beside the document, or as the end of a path below `src`. */
function isNamed(path, document) {
  if ([root, join(root, dirname(document))].some((folder) => existsSync(join(folder, path)))) return true
  known ??= ['src', 'packages', 'scripts', 'e2e', 'bench', 'db', 'docs'].flatMap((folder) => [
    ...filesBelow(folder, /./),
    ...foldersBelow(folder).map((one) => `${one}/`),
  ])
  return known.some((file) => file.endsWith(`/${path}`))
}

const read = (file) => readFileSync(join(root, file), 'utf8')
const entries = (folder, recursive) =>
  readdirSync(join(root, folder), { recursive, withFileTypes: true }).map((entry) => ({
    entry,
    path: relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'),
  }))
const filesBelow = (folder, wanted, recursive = true) =>
  entries(folder, recursive)
    .filter(
      ({ entry, path }) => entry.isFile() && wanted.test(path) && !/\/(node_modules|\.cache)\//.test(path),
    )
    .map(({ path }) => path)
const foldersBelow = (folder) =>
  entries(folder, true)
    .filter(({ entry }) => entry.isDirectory())
    .map(({ path }) => path)

/** Prints what is wrong. @returns the exit code. */
function report(sentences) {
  for (const sentence of sentences) console.error(`${sentence} (scripts/check.mjs)`)
  return sentences.length ? 1 : 0
}

/** Fails where the two languages differ in their keys or parameters, or where a text is not translated. */
async function checkMessages() {
  const [en, sw] = ['en', 'sw'].map((locale) =>
    JSON.parse(readFileSync(join(root, `messages/${locale}.json`), 'utf8')),
  )
  const parameters = (text) =>
    [...String(text).matchAll(/\{(\w+)\}/g)]
      .map(([, name]) => name)
      .sort()
      .join()
  const wrong = [...new Set([...Object.keys(en), ...Object.keys(sw)])].filter(
    (key) => !(key in en) || !(key in sw) || parameters(en[key]) !== parameters(sw[key]),
  )
  for (const key of wrong) console.error(`messages: ${key} is not the same in both languages`)
  const words = (text) =>
    String(text)
      .replaceAll(/\{\w+\}/g, ' ')
      .toLowerCase()
      .match(/[\p{L}’']+/gu) ?? []
  const untranslated = Object.keys(en).filter(
    (key) =>
      !key.startsWith('$') &&
      !(key in sameTexts) &&
      words(en[key]).length >= 4 &&
      words(en[key]).join(' ') === words(sw[key]).join(' '),
  )
  for (const key of untranslated) console.error(`messages: ${key} is in English in messages/sw.json`)
  return wrong.length || untranslated.length ? 1 : 0
}

/**
 * Fails where a screen names a class without a CSS rule. The theme has none of Tailwind's defaults, so Tailwind ignores
 * names of its usual set (`@3xl:…`, `bg-white`) without a warning.
 */
async function checkClasses() {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const defined = new Set(
    [...(await compileStyles(sources)).matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name]) =>
      name.replaceAll(/\\(.)/g, '$1'),
    ),
  )
  // Markers that other classes refer to. They have no rule.
  for (const mark of ['group', 'peer']) defined.add(mark)
  let code = 0
  for (const file of sources.filter((path) => path.endsWith('.tsx')))
    for (const [, names] of readFileSync(join(root, 'src', file), 'utf8').matchAll(/className="([^"]*)"/g))
      for (const name of names.split(/\s+/).filter((one) => one && !defined.has(one))) {
        console.error(`${file}: the class ${name} has no rule`)
        code = 1
      }
  return code
}

/** The styles of the build, without the build: a second instead of twenty. */
async function compileStyles(sources) {
  const [{ build }, { default: tailwind }] = await Promise.all([import('vite'), import('@tailwindcss/vite')])
  const input = sources.filter((path) => path.endsWith('.css')).map((path) => join(root, 'src', path))
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [tailwind()],
    build: { write: false, rollupOptions: { input } },
  })
  return output.map(({ source }) => source ?? '').join('')
}

if (process.argv[1] === import.meta.filename) {
  await install()
  await compileMessages()
  process.exitCode = (await runChecks()).length ? 1 : 0
}
