export { type AuthServer, bearer, GOOD, someone, startAuthOf } from './auth-server.ts'
export { startProofs, type Stranger } from './first-proofs.ts'
export { createTables, type Host } from './host.ts'
