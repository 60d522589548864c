import { padding } from '../padded-time.ts'
import { argon2Cost } from '../passwords/argon2-cost.ts'

// Loaded before each test file, and in the programs of journeys: a hash of full cost takes a tenth of a second of a core,
// and most tests log somebody in. `hashing.test.ts` tests the cost itself.
Object.assign(argon2Cost, { memoryCost: 64, timeCost: 1 })
// `padded-time.test.ts` tests the padding of answers itself.
padding.stepMs = 1
