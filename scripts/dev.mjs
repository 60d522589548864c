import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { build, environment, install, onStop, root, run, runtime } from './prepare.mjs'

// Development: restarts the server at every change of its files, and reloads changed modules in the browser.

await install()
await build()
const bin = (name) => join(root, 'node_modules/.bin', name)
const web = process.env.PORT ?? '3000'
const api = String(Number(web) + 1)
const env = environment({ SITE_URL: `http://localhost:${web}`, LOG_LEVEL: 'info' })
const start = (args, more) =>
  spawn(runtime(), args, { cwd: root, env: { ...env, ...more }, stdio: 'inherit' })

const watched = ['src', 'packages', 'db'].map((folder) => `--watch-path=${folder}`)
const children = [
  start([...watched, '--watch-preserve-output', 'src/app/server.ts'], { PORT: api }),
  start([bin('react-router'), 'dev', '--host', '127.0.0.1', '--port', web], {
    KIKOA_DEV_SERVER: `http://127.0.0.1:${api}`,
  }),
]
const stop = () => children.forEach((child) => child.kill('SIGTERM'))
const release = onStop(stop)
await Promise.all(children.map((child) => once(child, 'exit').then(stop)))
// The server may have crashed before and left its database running.
await run(runtime(), ['src/app/stop-database.ts'], { env })
release()
