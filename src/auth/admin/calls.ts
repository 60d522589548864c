import { factorCalls } from './factors.ts'
import { generateLink } from './generate-link.ts'
import { invite } from './invite.ts'
import { changeUserAsService } from './user-change.ts'
import { createUser } from './user-create.ts'
import { deleteUser } from './user-delete.ts'
import { readUserAsService } from './user-read.ts'
import { listUsers } from './users-list.ts'

/** What the holder of a service key may ask. */
export const adminCalls = [
  listUsers,
  createUser,
  readUserAsService,
  changeUserAsService,
  deleteUser,
  ...factorCalls,
  invite,
  generateLink,
]
