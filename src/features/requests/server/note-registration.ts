import type { Transaction } from '../../../server/database/database.ts'
import './requests.tables.ts'

/** Keeps until when the registry says that the name of a request is registered, beside the shop's own date. */
export async function noteRegistration(
  { db }: Transaction,
  request: string,
  until: Date | null,
): Promise<void> {
  if (!until) return
  await db
    .updateTable('services')
    .set({ registered_until: until })
    .where((eb) =>
      eb.or([
        eb('request_id', '=', request),
        eb('id', '=', eb.selectFrom('requests').select('renews').where('id', '=', request)),
      ]),
    )
    .execute()
}
