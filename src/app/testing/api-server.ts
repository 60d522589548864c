import { runServer } from '../run-server.ts'

// Pages are half the work of a start. Tests that start the program many times do without them.
await runServer()
