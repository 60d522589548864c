import { argon2Cost } from '../passwords/argon2-cost.ts'

// Vitest loads this file before each test file: a hash of full cost takes a tenth of a second of a core, and most tests
// log somebody in. `hashing.test.ts` tests the cost itself.
Object.assign(argon2Cost, { memoryCost: 64, timeCost: 1 })
