import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { readPicture } from '../../../../server/pictures/read-picture.ts'
import { jpegOf, photoOf, pngOf } from '../../../../server/pictures/testing/pictures.ts'
import { claim, listPayments, offered } from '../testing/money.ts'
import { deleteOldPhotos } from './claim-photos.ts'

/** A customer adds a photo of the receipt to a claim. Admins see it, and it changes nothing. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

let turns = 0
async function claimed() {
  const due = await offered(shop, admin, { name: `picha-${++turns}.com`, price: 10 })
  await claim(due, `PCH1TEST${100 + turns}`)
  const [open] = await listPayments(admin, `state=claimed&q=${due.reference}`)
  return { ...due, claim: open!.id }
}
type Claimed = Awaited<ReturnType<typeof claimed>>
const add = (
  { reference, customer }: Pick<Claimed, 'reference' | 'customer'>,
  image: Buffer,
  by = customer,
) => by.call('PUT', `/api/payments/${reference}/claim/photo`, { image: image.toString('base64') })
const show = ({ claim: id }: Claimed, by = admin) => by.call('GET', `/api/admin/payments/${id}/photo`)

test('admins see the photo, drawn again, beside the claim and in the review, and nothing is decided by it', async () => {
  const due = await claimed()
  expect((await show(due)).status).toBe(404)
  const added = await add(due, await photoOf(80, 60, 'GPS 6.8 S'))
  expect(added).toMatchObject({ status: 200, body: { state: 'claimed', claims: [{ photo: true }] } })
  const bytes = Buffer.from((await show(due)).body.image, 'base64')
  expect(readPicture(bytes)).toEqual({ type: 'jpg', width: 80, height: 60 })
  expect(bytes.includes('GPS')).toBe(false)
  const [row] = await listPayments(admin, `id=${due.claim}`)
  expect(row).toMatchObject({ state: 'claimed', photo: true })
  const { body } = await admin.call('GET', `/api/admin/domain-requests?id=${due.id}`)
  expect(body.items[0].claim).toMatchObject({ photo: due.claim })
  // A second one takes the place of the first.
  await add(due, await photoOf(40, 30, ''))
  expect(readPicture(Buffer.from((await show(due)).body.image, 'base64'))).toMatchObject({ width: 40 })
})

test('what is no JPEG, or too large, is refused', async () => {
  const due = await claimed()
  for (const image of [
    pngOf(8, 8),
    Buffer.from('x'),
    jpegOf(2_001, 10),
    Buffer.concat([await photoOf(8, 8, ''), Buffer.from('PK')]),
  ])
    expect(await add(due, image)).toMatchObject({ status: 400, body: { code: 'IMAGE_INVALID' } })
  expect((await add(due, Buffer.alloc(70_000))).status).toBe(400)
  expect((await show(due)).status).toBe(404)
})

test('only the own claim that nobody has decided gets one, and only admins of payments see it', async () => {
  const due = await claimed()
  const other = await shop.customer()
  const photo = await photoOf(8, 8, '')
  expect((await add(due, photo, other)).status).toBe(404)
  const unclaimed = await offered(shop, admin, { name: `picha-${++turns}.com`, price: 10 })
  expect(await add(unclaimed, photo)).toMatchObject({ status: 409, body: { code: 'NOT_OPEN' } })
  expect((await add(due, photo)).status).toBe(200)
  expect((await show(due, due.customer)).status).toBe(403)
  await due.customer.call('DELETE', `/api/payments/${due.reference}/claim`)
  expect((await show(due)).status).toBe(404)
})

test('it is deleted 90 days after the claim was decided, and not before', async () => {
  const [old, young] = [await claimed(), await claimed()]
  for (const due of [old, young]) {
    await add(due, await photoOf(8, 8, ''))
    await admin.call('POST', `/api/admin/payments/${due.claim}/reject`, { reason: 'Not on our account' })
  }
  for (const [due, days] of [
    [old, 91],
    [young, 89],
  ] as const)
    await shop.sql(`update claims set decided_at = now() - $2 * interval '1 day' where id = $1`, [
      due.claim,
      days,
    ])
  await deleteOldPhotos(shop.nodes[0]!.database)
  expect([(await show(old)).status, (await show(young)).status]).toEqual([404, 200])
})
