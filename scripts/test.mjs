import { checks, runChecks } from './check.mjs'
import { chromiumPaths } from './chromium.mjs'
import { build, environment, install } from './prepare.mjs'
import { printResults, runPlaywright, runVitest } from './results.mjs'

await install()
await build()

const failed = await runChecks()
process.exitCode = printResults([
  { passed: checks.length - failed.length, failed, flaky: [] },
  await runVitest('unit', []),
  await runPlaywright('journeys', [], environment(await chromiumPaths())),
])
