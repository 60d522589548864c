import { createApi } from '../../../client/api.ts'
import { catalogueContract } from '../contract.ts'

export const catalogueApi = createApi('catalogue', catalogueContract)
