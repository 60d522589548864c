import { createApi } from '../../../client/api.ts'
import { catalogueContract } from '../catalogue.contract.ts'

export const catalogueApi = createApi('catalogue', catalogueContract)
