import { build, compileMessages, install } from './prepare.mjs'

await install()
await compileMessages()
await build()
