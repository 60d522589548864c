import { createHash } from 'node:crypto'
import { eightTimes } from './eight-times.ts'
import type { Shop } from './shop.ts'

/** A person with a session and its first refresh token. */
interface SessionOwner {
  id: string
  token: string
}

/** Inserts people with one session each. Log-ins are deliberately slow, so none is used. */
export async function createSessionOwners(
  shop: Pick<Shop, 'customer' | 'sql'>,
  count: number,
): Promise<SessionOwner[]> {
  const owners: SessionOwner[] = []
  for (let n = 0; n < count; n++) {
    const { id, session } = await shop.customer()
    const token = createHash('sha256').update(session).digest('base64url')
    await shop.sql(`insert into auth.refresh_tokens (hash, session_id) values ($1, $2)`, [
      createHash('sha256').update(token).digest(),
      session,
    ])
    owners.push({ id, token })
  }
  return owners
}

const refresh = (shop: Pick<Shop, 'at'>, node: number, refresh_token: string) =>
  shop.at(node)('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token })

/** Four times on each of two nodes. */
const onBothNodes = <T>(work: (node: number) => Promise<T>) => eightTimes((turn) => work(turn % 2))

/** Sends one refresh token eight times concurrently. Counts the sessions and current tokens afterwards. */
export async function raceRefresh(shop: Pick<Shop, 'at' | 'sql'>, { id, token }: SessionOwner) {
  const answers = await onBothNodes((node) => refresh(shop, node, token))
  const alive = await shop.sql(
    `select count(distinct s.id)::int as families, count(t.hash)::int as current
       from auth.sessions s
       left join auth.refresh_tokens t on t.session_id = s.id and superseded_by is null and revoked_at is null
      where s.user_id = $1`,
    [id],
  )
  const tokens = new Set(answers.map(({ body }) => body.refresh_token)).size
  return { families: alive[0]!.families as number, current: alive[0]!.current as number, tokens }
}

/**
 * Eight concurrent calls: a stolen token that was replaced twice, and its owner's current one. Counts the sessions and
 * working tokens afterwards.
 */
export async function raceStolenToken(shop: Pick<Shop, 'at' | 'sql'>, { id, token: stolen }: SessionOwner) {
  const second = (await refresh(shop, 0, stolen)).body.refresh_token as string
  const third = (await refresh(shop, 1, second)).body.refresh_token as string
  await shop.sql(
    `update auth.refresh_tokens t set superseded_at = superseded_at - interval '1 minute'
       from auth.sessions s where s.id = t.session_id and s.user_id = $1`,
    [id],
  )
  const answers = await onBothNodes((node) => refresh(shop, node, node ? stolen : third))
  const later = [third, ...answers.map(({ body }) => body.refresh_token as string | undefined)]
  const good = await Promise.all(later.map(async (one) => (one ? refresh(shop, 1, one) : { status: 400 })))
  const families = await shop.sql(`select id from auth.sessions where user_id = $1`, [id])
  return { families: families.length, good: good.filter(({ status }) => status === 200).length }
}
