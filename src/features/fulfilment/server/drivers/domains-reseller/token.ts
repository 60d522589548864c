import { createHmac } from 'node:crypto'

/** What signs a call. */
export interface Signer {
  /** The reseller's email address at the provider. */
  username: string
  key: string
}

/**
 * The token of a moment, which is good for its hour of UTC. The API key is the message, the user name with the hour is
 * the key, and the hex text is encoded, not the bytes: 88 characters.
 */
export function tokenOf({ username, key }: Signer, at: Date): string {
  const hour = at.toISOString().slice(2, 13).replace('T', ' ')
  return Buffer.from(createHmac('sha256', `${username}:${hour}`).update(key).digest('hex')).toString('base64')
}

/** Unix seconds. Some installations refuse a call whose time is more than 60 s from theirs. */
export const timestampOf = (at: Date): string => String(Math.floor(at.getTime() / 1000))
