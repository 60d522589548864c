import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { environment, root, run, runtime } from './prepare.mjs'

// The tests of Vitest and Playwright with what came of them: how many passed, and the names of the others. A test is
// flaky if it fails beside others and passes when repeated. It is named at the end of a run and has to be mended.

/**
 * @typedef {object} Results
 * @property {number} passed how many passed, without the flaky ones
 * @property {string[]} failed
 * @property {string[]} flaky
 */

/** Of each runner, so many flaky tests are accepted. */
const MOST_FLAKY = 2
/** In place of a file: an error outside of all tests, a signal, or no report. */
const OUTSIDE = 'vitest run'
const folder = join(root, '.cache/results')
const bin = (name) => join(root, 'node_modules/.bin', name)

/**
 * Runs Vitest, and once more the files of failed tests without the others, if it is no more than may be flaky.
 * @param {string} name of the report, and in what is printed
 * @param {string[]} args for Vitest
 * @returns {Promise<Results>}
 */
export async function runVitest(name, args, env = environment()) {
  const first = await once(args)
  const failures = failuresOf(first)
  const canRepeat = failures.length <= MOST_FLAKY && !failures.includes(OUTSIDE)
  if (!failures.length || !canRepeat) return summary(first, [])
  console.log(`Failed, and repeated:\n${failures.join('\n')}`)
  const isGood = (file) => file.status !== 'failed'
  const again = await once(first.filter((file) => !isGood(file)).map((file) => relative(root, file.name)))
  return summary([...first.filter(isGood), ...again], failures)

  /** The results of each file. What fails outside of all files counts as one. */
  async function once(which) {
    const report = join(folder, `${name}.json`)
    rmSync(report, { force: true })
    const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await run(runtime(), [bin('vitest'), 'run', ...output, ...which], { env })
    const files = readJson(report)?.testResults ?? []
    if (code && !failuresOf(files).length)
      files.push({ name: join(root, OUTSIDE), status: 'failed', assertionResults: [] })
    return files
  }
}

function summary(files, failedBefore) {
  const failed = failuresOf(files)
  const flaky = failedBefore.filter((name) => !failed.includes(name))
  const passed = files.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed')
  return { passed: passed.length - flaky.length, failed, flaky }
}

/** The failed tests, and the files that failed outside of their tests. */
const failuresOf = (files) =>
  files
    .filter((file) => file.status === 'failed')
    .flatMap((file) => {
      const tests = file.assertionResults.filter(({ status }) => status === 'failed')
      const path = relative(root, file.name)
      return tests.length ? tests.map((test) => `${path}: ${test.fullName.trim()}`) : [path]
    })

/**
 * Runs Playwright, which repeats a failed journey once.
 * @param {string} name of the report
 * @param {string[]} args for Playwright
 * @returns {Promise<Results>}
 */
export async function runPlaywright(name, args, env) {
  const report = join(folder, `${name}.json`)
  rmSync(report, { force: true })
  await run(runtime(), [bin('playwright'), 'test', '--reporter=list,json', '--retries=1', ...args], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  const { suites, errors } = readJson(report) ?? { suites: [], errors: [{ message: report }] }
  const journeys = suites.flatMap(function journeysOf({ specs = [], suites: inner = [] }) {
    return [
      ...specs.flatMap(({ file, title, tests }) =>
        tests.map(({ status }) => ({ name: `e2e/${file}: ${title}`, status })),
      ),
      ...inner.flatMap(journeysOf),
    ]
  })
  const named = (wanted) => journeys.filter(({ status }) => status === wanted).map((journey) => journey.name)
  return {
    passed: named('expected').length,
    failed: [...named('unexpected'), ...errors.map(({ message }) => message)],
    flaky: named('flaky'),
  }
}

/**
 * Prints the names of failed and flaky tests, and how many passed, accepted flaky ones among them.
 * @param {Results[]} results of each runner
 * @returns {number} the exit code
 */
export function printResults(results) {
  let [passed, failed] = [0, 0]
  for (const { flaky, ...result } of results) {
    for (const name of flaky) console.log(`flaky: ${name}`)
    for (const name of result.failed) console.log(`failed: ${name}`)
    const isAccepted = flaky.length <= MOST_FLAKY
    passed += result.passed + (isAccepted ? flaky.length : 0)
    failed += result.failed.length + (isAccepted ? 0 : flaky.length)
  }
  console.log(`${passed} passed, ${failed} failed`)
  return failed ? 1 : 0
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
