import { install, run, runtime } from './prepare.mjs'

await install()
process.exitCode = await run(runtime(), ['src/app/backup.ts', 'backup', ...process.argv.slice(2)])
