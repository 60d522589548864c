import { build, install } from './prepare.mjs'
import { serve } from './serve.mjs'

await install()
await build()
process.exitCode = await serve('src/app/server.ts')
