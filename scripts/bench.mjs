import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build, install, root, run, runtime } from './prepare.mjs'

// Runs all benchmarks, or the named ones: `npm run bench -- requests`.

await install()
await build()
const helpers = ['growth-jobs.ts', 'growth-lists.ts', 'growth-rows.ts', 'measure.ts']
const all = readdirSync(join(root, 'bench')).filter((file) => file.endsWith('.ts') && !helpers.includes(file))
const named = process.argv.slice(2).map((name) => `${name}.ts`)
for (const file of named.length ? named : all) {
  console.log(`\n${file.replace('.ts', '')}`)
  const code = await run(runtime(), [join('bench', file)])
  if (code) process.exitCode = code
}
