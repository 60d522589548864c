import { checkTypes } from './check.mjs'
import { compileMessages, install } from './prepare.mjs'

await install()
await compileMessages()
process.exitCode = await checkTypes()
