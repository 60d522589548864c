import { createHash } from 'node:crypto'
import type { Shop } from './shop.ts'

/** Somebody with a session and its first refresh token. */
interface Racer {
  id: string
  token: string
}

/** Makes people with a session each, past the log-in, which takes its time on purpose. */
export async function peopleWhoRace(shop: Pick<Shop, 'customer' | 'sql'>, count: number): Promise<Racer[]> {
  const racers: Racer[] = []
  for (let n = 0; n < count; n++) {
    const { id, session } = await shop.customer()
    const token = createHash('sha256').update(session).digest('base64url')
    await shop.sql(`insert into auth.refresh_tokens (hash, session_id) values ($1, $2)`, [
      createHash('sha256').update(token).digest(),
      session,
    ])
    racers.push({ id, token })
  }
  return racers
}

const refresh = (shop: Pick<Shop, 'at'>, node: number, refresh_token: string) =>
  shop.at(node)('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token })

/** Four times on each of two nodes. */
const eightTimes = <T>(act: (node: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 8 }, (_, n) => act(n % 2)))

/** Sends one token eight times at once, and says what lives afterwards. */
export async function oneRace(shop: Pick<Shop, 'at' | 'sql'>, { id, token }: Racer) {
  const answers = await eightTimes((node) => refresh(shop, node, token))
  const living = await shop.sql(
    `select count(distinct s.id)::int as families, count(t.hash)::int as current
       from auth.sessions s
       left join auth.refresh_tokens t on t.session_id = s.id and superseded_by is null and revoked_at is null
      where s.user_id = $1`,
    [id],
  )
  const tokens = new Set(answers.map(({ body }) => body.refresh_token)).size
  return { families: living[0]!.families as number, current: living[0]!.current as number, tokens }
}

/** A thief comes with a token two links old while its owner refreshes, eight calls at once; says what lives afterwards. */
export async function oneTheft(shop: Pick<Shop, 'at' | 'sql'>, { id, token: stolen }: Racer) {
  const second = (await refresh(shop, 0, stolen)).body.refresh_token as string
  const third = (await refresh(shop, 1, second)).body.refresh_token as string
  await shop.sql(
    `update auth.refresh_tokens t set superseded_at = superseded_at - interval '1 minute'
       from auth.sessions s where s.id = t.session_id and s.user_id = $1`,
    [id],
  )
  const answers = await eightTimes((node) => refresh(shop, node, node ? stolen : third))
  const later = [third, ...answers.map(({ body }) => body.refresh_token as string | undefined)]
  const good = await Promise.all(later.map(async (one) => (one ? refresh(shop, 1, one) : { status: 400 })))
  const families = await shop.sql(`select id from auth.sessions where user_id = $1`, [id])
  return { families: families.length, good: good.filter(({ status }) => status === 200).length }
}
