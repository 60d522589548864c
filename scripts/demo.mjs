import { build, environment, install } from './prepare.mjs'
import { serve } from './serve.mjs'

// The demo has its own data folder and the embedded database, so that it never touches a real shop, even if the
// environment or a `.env` file names one. An empty value counts as not set.
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
process.exitCode = await serve('src/app/demo/demo.ts', environment(own))
