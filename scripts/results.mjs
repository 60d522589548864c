import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { environment, root, run, runtime } from './prepare.mjs'

// The tests of Vitest and Playwright with what came of them. No test is repeated: what fails once has failed.

/**
 * One part of a run: the checks, the tests of one kind.
 * @typedef {object} Part
 * @property {string} name
 * @property {number} seconds from its start to its end
 * @property {number} passed how many tests passed
 * @property {string[]} failed the names of the others
 * @property {Timed[]} tests how long each test took
 *
 * @typedef {object} Timed
 * @property {string} name
 * @property {number} seconds
 */

/** In place of a file: an error outside of all tests, a signal, or no report. */
const OUTSIDE = 'vitest run'
const SLOWEST = 10
const folder = join(root, '.cache/results')
const bin = (name) => join(root, 'node_modules/.bin', name)

/**
 * Does the work of a part and measures its time.
 * @param {string} name of the part
 * @param {() => Promise<Omit<Part, 'name' | 'seconds'>>} work
 * @returns {Promise<Part>}
 */
export async function timed(name, work) {
  const started = Date.now()
  const results = await work()
  return { name, seconds: (Date.now() - started) / 1000, ...results }
}

/**
 * Runs Vitest.
 * @param {string} name of the part and its report
 * @param {string[]} args for Vitest
 * @returns {Promise<Part>}
 */
export const runVitest = (name, args, env = environment()) =>
  timed(name, async () => {
    const report = reportOf(name)
    const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await run(runtime(), [bin('vitest'), 'run', ...output, ...args], { env })
    const files = readJson(report)?.testResults ?? []
    const tests = files.flatMap((file) =>
      file.assertionResults.map(({ fullName, status, duration = 0 }) => ({
        name: `${relative(root, file.name)}: ${fullName.trim()}`,
        status,
        seconds: duration / 1000,
      })),
    )
    const failed = tests.filter(({ status }) => status === 'failed').map((test) => test.name)
    for (const { name: file, status, assertionResults } of files)
      if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
        failed.push(relative(root, file))
    if (code && !failed.length) failed.push(OUTSIDE)
    return { passed: tests.filter(({ status }) => status === 'passed').length, failed, tests }
  })

/**
 * Runs Playwright.
 * @param {string} name of the part and its report
 * @param {string[]} args for Playwright
 * @returns {Promise<Part>}
 */
export const runPlaywright = (name, args, env) =>
  timed(name, async () => {
    const report = reportOf(name)
    await run(runtime(), [bin('playwright'), 'test', '--reporter=list,json', ...args], {
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    })
    const { suites, errors } = readJson(report) ?? { suites: [], errors: [{ message: report }] }
    const tests = suites.flatMap(function journeysOf({ specs = [], suites: inner = [] }) {
      return [
        ...specs.flatMap(({ file, title, tests: runs }) =>
          runs.map(({ status, results }) => ({
            name: `e2e/${file}: ${title}`,
            status,
            seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
          })),
        ),
        ...inner.flatMap(journeysOf),
      ]
    })
    const named = (wanted) => tests.filter(({ status }) => status === wanted).map((test) => test.name)
    return {
      passed: named('expected').length,
      failed: [...named('unexpected'), ...named('flaky'), ...errors.map(({ message }) => message)],
      tests,
    }
  })

/**
 * Prints the slowest tests, the time of each part, the names of what failed, and as the last line the sums.
 * @param {Part[]} parts
 * @returns {number} the exit code
 */
export function printResults(parts) {
  const slowest = parts.flatMap(({ tests }) => tests).toSorted((a, b) => b.seconds - a.seconds)
  if (slowest.length) console.log('\nThe slowest tests:')
  for (const { name, seconds } of slowest.slice(0, SLOWEST)) console.log(`${lengthOf(seconds)}  ${name}`)
  console.log('\nThe parts:')
  for (const { name, seconds, passed } of parts)
    console.log(`${lengthOf(seconds)}  ${name}, ${passed} passed`)
  console.log()
  for (const name of parts.flatMap(({ failed }) => failed)) console.log(`failed: ${name}`)
  const sum = (count) => parts.reduce((total, part) => total + count(part), 0)
  const failures = sum(({ failed }) => failed.length)
  console.log(`${sum(({ passed }) => passed)} passed, ${failures} failed`)
  return failures ? 1 : 0
}

const lengthOf = (seconds) => `${seconds.toFixed(1).padStart(7)} s`

/** The path of a part's report, without the report of an earlier run. */
function reportOf(name) {
  const path = join(folder, `${name.replaceAll(/\W+/g, '-')}.json`)
  rmSync(path, { force: true })
  return path
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
