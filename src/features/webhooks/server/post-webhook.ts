import { Webhook } from 'standardwebhooks'
import { postGuarded, type PostOutcome, type Targets } from '../../../server/http/guarded-post.ts'

interface Post {
  url: string
  id: string
  body: string
  /** Each signs (Standard Webhooks, "Signature scheme"). */
  secrets: readonly string[]
  now: Date
  timeoutMs?: number
  /** A further certificate authority, for tests. */
  ca?: string | undefined
}

/** Sends one webhook by the scheme of Standard Webhooks. It never throws. */
export const postWebhook = (
  targets: Targets,
  { id, body, secrets, now, ...post }: Post,
): Promise<PostOutcome> =>
  postGuarded(targets, {
    ...post,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
    },
  })
