import { build, environment, install } from './prepare.mjs'
import { serve } from './serve.mjs'

// The demo has a data folder of its own and always the embedded database: it never touches a real shop, whatever
// the environment or a `.env` file names for one. An empty value counts as not set.
const { DATA_DIR = '.demo' } = process.env
const own = {
  DATA_DIR,
  DATABASE_URL: '',
  ADMIN_EMAIL: '',
  ADMIN_PASSWORD: '',
  SMTP_URL: '',
  AUTH_PASSWORD_RULE: '',
}

await install()
await build()
process.exitCode = await serve('src/app/demo.ts', environment(own))
