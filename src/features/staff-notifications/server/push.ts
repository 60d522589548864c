import type { Selectable } from 'kysely'
import webPush from 'web-push'
import type { Database } from '../../../server/database/database.ts'
import { type PostOutcome, postGuarded, type Targets } from '../../../server/http/guarded-post.ts'
import { seal, unseal } from '../../../server/seal.ts'
import type { Sealing } from '../../../server/seal.ts'
import type { PushSubscriptions } from './staff-notifications.tables.ts'
import './staff-notifications.tables.ts'

const PURPOSE = 'vapid keys'
/** How long a push service keeps a message for a browser that is off. */
const TTL_SECONDS = 12 * 3600

interface VapidKeys {
  publicKey: string
  privateKey: string
}

/**
 * The keys by which push services know this server (RFC 8292), made at the first use. If another key has sealed them, new
 * ones are made and all browsers have to subscribe again, because a subscription belongs to its public key.
 */
export async function vapidKeys(database: Database, keys: Sealing): Promise<VapidKeys> {
  const stored = await storedKeys(database, keys)
  if (stored) return stored
  const made = webPush.generateVAPIDKeys()
  await database.write('service', async ({ db }) => {
    const row = await db.selectFrom('vapid_keys').selectAll().forUpdate().executeTakeFirst()
    if (row) {
      if (opened(row, keys)) return
      await db.deleteFrom('vapid_keys').execute()
      await db.deleteFrom('push_subscriptions').execute()
    }
    await db
      .insertInto('vapid_keys')
      .values({
        public_key: made.publicKey,
        sealed: seal(made.privateKey, keys.derive(PURPOSE), made.publicKey),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  return (await storedKeys(database, keys))!
}

async function storedKeys(database: Database, keys: Sealing): Promise<VapidKeys | undefined> {
  const row = await database.read('service', ({ db }) =>
    db.selectFrom('vapid_keys').selectAll().executeTakeFirst(),
  )
  return row && opened(row, keys)
}

function opened(row: { public_key: string; sealed: Buffer }, keys: Sealing): VapidKeys | undefined {
  try {
    const privateKey = unseal(row.sealed, keys.derive(PURPOSE), row.public_key).toString()
    return { publicKey: row.public_key, privateKey }
  } catch {
    return undefined
  }
}

interface Push {
  subscription: Pick<Selectable<PushSubscriptions>, 'endpoint' | 'p256dh' | 'auth'>
  /** A UUID. The push service replaces a message of the same topic that it has not delivered (RFC 8030, section 5.4). */
  id: string
  payload: object
  vapid: VapidKeys
  /** Whom the push service may write to. */
  contact: string
  isUrgent: boolean
}

/** Sends one encrypted message (RFC 8291) to a push service that it may reach. It never throws. */
export async function sendPush(
  targets: Targets,
  { subscription: { endpoint, p256dh, auth }, id, payload, vapid, contact, isUrgent }: Push,
): Promise<PostOutcome> {
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      {
        TTL: TTL_SECONDS,
        urgency: isUrgent ? 'high' : 'normal',
        topic: id.replaceAll('-', ''),
        vapidDetails: { subject: `mailto:${contact}`, ...vapid },
      },
    )
    return await postGuarded(targets, {
      url: endpoint,
      headers,
      body: body!,
    })
  } catch {
    // The browser's key is no point of the curve.
    return { isSent: false, status: null, answer: null, reason: 'bad-subscription' }
  }
}
