import type { Transaction } from '../../../server/database/database.ts'
import { removePerson } from './store.ts'

/**
 * Erases what a person wrote and was written, for whoever deletes an account, in that transaction (an admin's or the
 * program's): the own conversation with all its lines; an admin's answers stay with their customers, without a name.
 */
export const eraseChat = (tx: Transaction, person: string): Promise<void> => removePerson(tx, person)
