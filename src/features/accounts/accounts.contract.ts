import { ownAccountContract } from './own-account.contract.ts'
import { peopleContract } from './people.contract.ts'

export const accountsContract = { users: peopleContract, ...ownAccountContract }
