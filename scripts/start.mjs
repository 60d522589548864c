import { build, install, run, runtime } from './prepare.mjs'

await install()
await build()
process.exitCode = await run(runtime(), ['src/main/server.ts'])
