import { createApi } from '../../../client/api.ts'
import { countriesContract } from '../contract.ts'

export const countriesApi = createApi('countries', countriesContract)
