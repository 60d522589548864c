import { createApi } from '../../../client/api.ts'
import { availabilityContract } from '../contract.ts'

export const availabilityApi = createApi('availability', availabilityContract)
