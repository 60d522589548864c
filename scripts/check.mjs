import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
  ['words', checkWords],
  ['messages', checkMessages],
  ['classes', checkClasses],
  ['licences', checkNotice],
]

/** Runs the checks one after the other and gives the names of those that failed. */
export async function runChecks() {
  const failed = []
  for (const [name, check] of checks) {
    const started = Date.now()
    const code = await check()
    console.log(`${code ? 'FAILED' : 'ok'}  ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
    if (code) failed.push(name)
  }
  return failed
}

/** Metaphors that the code must not use. It uses the terms of the framework, the protocol and the trade. */
const refusedWords = ['shelf', 'shelves', 'seat', 'seats']
/** Metaphors that are still to be replaced. A word whose count is 0 moves to `refusedWords`. */
const countedWords = ['house', 'desk', 'door', 'doors', 'asker', 'anew', 'whoever', 'hears', 'told']

/** Fails where a source has a refused word, in code or comment. Prints the counts of the other ones. */
async function checkWords() {
  const counts = new Map()
  let code = 0
  const words = new RegExp(`\\b(${[...refusedWords, ...countedWords].join('|')})\\b`, 'gi')
  for (const folder of ['src', 'scripts', 'e2e', 'bench', 'db/migrations'])
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(tsx?|mjs|sql|css)$/.test(file) || file.startsWith('paraglide') || file === 'check.mjs')
        continue
      for (const [found] of readFileSync(join(root, folder, file), 'utf8').matchAll(words)) {
        const word = found.toLowerCase()
        counts.set(word, (counts.get(word) ?? 0) + 1)
        if (!refusedWords.includes(word)) continue
        console.error(`${folder}/${file} says ${found} (scripts/check.mjs)`)
        code = 1
      }
    }
  console.log([...counts].map(([word, count]) => `${word} ${count}`).join(', '))
  return code
}

/** Fails where the two languages differ in their messages or the parameters of these. */
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
  return wrong.length ? 1 : 0
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
