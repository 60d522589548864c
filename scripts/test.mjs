import { checks, runChecks } from './check.mjs'
import { chromiumPaths } from './chromium.mjs'
import { runOnDebiansPostgres } from './debians-postgres.mjs'
import { build, compileMessages, environment, install } from './prepare.mjs'
import { printResults, runPlaywright, timed } from './results.mjs'
import { runRound } from './unit.mjs'

// `npm test` is the round before each push, `npm run test:all` everything. The last line counts the tests.

const isAll = process.argv.includes('all')
await install()
const env = environment(await chromiumPaths())

const parts = [
  await timed('build and checks', async () => {
    await compileMessages()
    const [failed] = await Promise.all([runChecks(), build()])
    return { passed: checks.length - failed.length, failed, tests: [] }
  }),
  await runRound('fast'),
  await runPlaywright('main journeys', ['e2e/main'], env),
]
if (isAll)
  parts.push(
    await runRound('slow'),
    await runPlaywright('other journeys', ['e2e/all'], env),
    await runRound('fault'),
    ...(await runOnDebiansPostgres(15)),
    ...(await runOnDebiansPostgres(17)),
  )
process.exitCode = printResults(parts)
