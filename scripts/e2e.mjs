import { join } from 'node:path'
import { chromiumPaths } from './chromium.mjs'
import { build, environment, install, root, run, runtime } from './prepare.mjs'

// The tests in a browser. Arguments go to Playwright: `npm run test:e2e -- e2e/all/orders.spec.ts`.

await install()
await build()
const env = environment(await chromiumPaths())
process.exitCode = await run(
  runtime(),
  [join(root, 'node_modules/.bin/playwright'), 'test', ...process.argv.slice(2)],
  { env },
)
