import { Refused } from '../../../../shared/refusal.ts'
import type { Database, Transaction } from '../../../../server/database/database.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { redrawJpeg } from '../../../../server/pictures/redraw-jpeg.ts'
import { readPicture } from '../../../../server/pictures/read-picture.ts'
import type { Payable, PayableRow } from '../charges/payable.ts'
import { lockOpenClaim } from './change-claim.ts'

declare module '../../../../server/database/tables.ts' {
  interface Tables {
    /** The photo of a receipt that a customer adds to a claim, for admins to look at. It proves nothing. */
    claim_photos: {
      claim_id: string
      user_id: string
      bytes: Buffer
      created_at: Now
    }
  }
}

/** The longest side in pixels. A small file can decode to an image that fills the memory. */
const MOST_PIXELS = 2_000
const KEPT_DAYS = 90

/**
 * Keeps a photo with the customer's open claim, in place of an earlier one. Refuses with `NOT_FOUND` and `NOT_OPEN`, with
 * `IMAGE_INVALID` what is no JPEG of this size, and with `TOO_MANY_REQUESTS`.
 * @param image base64
 */
export async function setPhoto<Row extends PayableRow>(
  caller: CallerContext,
  payable: Payable<Row, unknown, unknown>,
  id: string,
  image: string,
): Promise<void> {
  const owner = caller.person()
  const bytes = Buffer.from(image, 'base64')
  const picture = readPicture(bytes)
  if (picture?.type !== 'jpg' || !picture.width || !picture.height) throw new Refused('IMAGE_INVALID')
  if (Math.max(picture.width, picture.height) > MOST_PIXELS) throw new Refused('IMAGE_INVALID')
  // Nobody without a claim makes the server draw.
  await caller.writeAsServer((tx) => lockOpenClaim(tx, payable, id, owner))
  const drawn = await redrawJpeg(bytes)
  if (!drawn) throw new Refused('IMAGE_INVALID')
  await caller.writeAsServer(async (tx) => {
    const { claim } = await lockOpenClaim(tx, payable, id, owner)
    await tx.db
      .insertInto('claim_photos')
      .values({ claim_id: claim, user_id: owner, bytes: drawn })
      .onConflict((conflict) => conflict.column('claim_id').doUpdateSet({ bytes: drawn }))
      .execute()
  })
}

/** The photo of a claim as base64, for admins. Refuses with `NOT_FOUND`. */
export const showPhoto = (caller: CallerContext, claim: string) =>
  caller.read(async ({ db }) => {
    const photo = await db
      .selectFrom('claim_photos')
      .select('bytes')
      .where('claim_id', '=', claim)
      .executeTakeFirst()
    if (!photo) throw new Refused('NOT_FOUND')
    return { image: photo.bytes.toString('base64') }
  })

export async function withPhoto({ db }: Transaction, claims: readonly string[]): Promise<Set<string>> {
  const found = await db
    .selectFrom('claim_photos')
    .select('claim_id')
    .where('claim_id', 'in', claims)
    .execute()
  return new Set(found.map(({ claim_id }) => claim_id))
}

/** Deletes the photos of claims that were decided long ago. */
export async function deleteOldPhotos(database: Database): Promise<void> {
  const before = new Date(Date.now() - KEPT_DAYS * 24 * 3_600_000)
  await database.write('service', ({ db }) =>
    db
      .deleteFrom('claim_photos')
      .where('claim_id', 'in', (decided) =>
        decided.selectFrom('claims').select('id').where('decided_at', '<', before),
      )
      .execute(),
  )
}
