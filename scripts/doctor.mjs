import { install, run, runtime } from './prepare.mjs'

await install()
process.exitCode = await run(runtime(), ['src/app/doctor.ts', ...process.argv.slice(2)])
