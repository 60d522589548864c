import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkNotice } from './notice.mjs'
import { build, install, root, run, runtime } from './prepare.mjs'
import { checkStructure } from './structure.mjs'

const bin = (name) => join(root, 'node_modules/.bin', name)

/**
 * What is checked without running the product: types with the rooms' borders, lint with the import rules, format,
 * code that nobody uses, texts, names of looks, licences.
 * @type {[name: string, check: () => Promise<number>][]}
 */
export const checks = [
  ['types', () => run(runtime(), [bin('tsc'), '-b', '--pretty', 'false'])],
  ['structure', async () => checkStructure()],
  ['lint', () => run(runtime(), [bin('oxlint'), '--quiet'])],
  ['format', () => run(runtime(), [bin('oxfmt'), '--check', '.'])],
  ['unused code', () => run(runtime(), [bin('knip'), '--no-progress'])],
  ['texts', texts],
  ['looks', looks],
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

/** Both languages hold the same messages, with the same parameters. */
async function texts() {
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
 * Every class that a screen names has a rule in the built styles. The theme starts from nothing, so a name out of the
 * usual set (`@3xl:…`, `bg-white`) can be written and do nothing.
 */
async function looks() {
  const read = (folder, ending) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((file) => file.endsWith(ending))
      .map((file) => [file, readFileSync(join(root, folder, file), 'utf8')])
  const styles = read('build/client/assets', '.css')
    .map(([, text]) => text)
    .join('')
  const known = new Set(
    [...styles.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name]) => name.replaceAll(/\\(.)/g, '$1')),
  )
  // Marks for other classes, without a rule of their own.
  for (const mark of ['group', 'peer']) known.add(mark)
  let code = 0
  for (const [file, text] of read('src', '.tsx'))
    for (const [, names] of text.matchAll(/className="([^"]*)"/g))
      for (const name of names.split(/\s+/).filter((one) => one && !known.has(one))) {
        console.error(`${file}: the class ${name} has no rule`)
        code = 1
      }
  return code
}

if (process.argv[1] === import.meta.filename) {
  await install()
  await build()
  process.exitCode = (await runChecks()).length ? 1 : 0
}
