// A separate process that uses the embedded server, for tests that kill it. It prints JSON lines.
import pg from 'pg'
import { startEmbedded } from '../embedded/start.ts'

const [dataDir = '', binaries] = process.argv.slice(2)
const tell = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`)

try {
  const begun = performance.now()
  const embedded = await startEmbedded({
    dataDir,
    log: { info: (line) => tell({ line }), warn: (line) => tell({ line }) },
    ...(binaries && { binaries }),
  })
  const ms = Math.round(performance.now() - begun)
  const client = new pg.Client(embedded.config)
  await client.connect()
  const { rows } = await client.query(
    'select pg_postmaster_start_time()::text as server, current_user::text as role',
  )
  await client.end()
  tell({ up: { ms, ...rows[0], host: embedded.config.host } })
  process.stdin.once('data', () => {
    embedded.stop().then(
      () => process.exit(),
      () => process.exit(1),
    )
  })
} catch (error) {
  const { name, message } = error as Error
  tell({ refused: { name, message } })
  process.exitCode = 1
}
