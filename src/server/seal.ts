export { seal, type Sealing, unseal } from '@kikoa/postgres'
