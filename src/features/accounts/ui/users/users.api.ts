import { createApi } from '../../../../client/api.ts'
import { peopleContract } from '../../people.contract.ts'

/** The administration of accounts. */
export const usersApi = createApi('accounts', { users: peopleContract }).users
