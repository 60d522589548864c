import { join } from 'node:path'
import { runServer } from './run-server.ts'

await runServer(join(import.meta.dirname, '../../build'))
