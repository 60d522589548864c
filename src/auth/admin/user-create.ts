import { sql } from 'kysely'
import { banEnd } from './ban-duration.ts'
import { createPerson, unknownPassword } from './create.ts'
import { invalid } from '../protocol/auth-error.ts'
import { userByAddress } from '../users.ts'
import { shownAccount } from './account.ts'
import { addressTaken } from '../proofs/new-address.ts'
import { giveAddress } from './give-address.ts'
import { byService } from './service.ts'
import { wishedAccount, wishedPassword } from './user-fields.ts'

/** Makes an account; nobody is told. Without a password its owner chooses one by a recovery. */
export const createUser = byService('POST', '/admin/users', async (auth, { body }) => {
  const { wish, addresses } = wishedAccount(body)
  const [address, phone] = addresses
  if (!address) throw invalid('Cannot create a user without either an email or phone')
  await auth.database.read('service', async (tx) => {
    for (const one of addresses) if (await userByAddress(tx, one)) throw addressTaken[one.kind]()
  })
  const data = wish.user_metadata ?? {}
  const profile = await auth.application.readProfile(data)
  if (!profile.ok) throw invalid(profile.refusal.message)
  const now = auth.now()
  const bannedUntil = wish.ban_duration === undefined ? null : banEnd(wish.ban_duration, now)
  const passwordHash = (await wishedPassword(auth, wish)) ?? (await unknownPassword())
  const confirmed = Boolean(address.kind === 'email' ? wish.email_confirm : wish.phone_confirm)

  const user = await auth.database.write('service', async (tx) => {
    const made = await createPerson(tx, auth, {
      ...(wish.id && { id: wish.id }),
      address,
      passwordHash,
      confirmed,
      data,
      profile: profile.fields,
      now,
    })
    if (!made) throw addressTaken[address.kind]()
    await tx.db
      .updateTable('auth.users')
      .set({
        app_metadata: sql`${JSON.stringify(wish.app_metadata ?? {})}::jsonb || app_metadata`,
        banned_until: bannedUntil,
      })
      .where('id', '=', made.id)
      .execute()
    if (phone) await giveAddress(tx, made, phone, { confirmed: Boolean(wish.phone_confirm), now })
    return shownAccount(tx, made.id)
  })
  return { body: user }
})
