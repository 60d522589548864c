import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build, compileMessages, install, root, run, runtime } from './prepare.mjs'

// The tests of the functions, the database and the HTTP server. Arguments go to Vitest: `npm run test:unit -- money`.

const args = process.argv.slice(2)
await install()
await compileMessages()
// Some tests need built pages. With arguments an older build is good enough.
if (!args.length || !existsSync(join(root, 'build/client'))) await build()
process.exitCode = await run(runtime(), [join(root, 'node_modules/.bin/vitest'), 'run', ...args])
