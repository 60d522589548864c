/** What a page sends to the service worker. */
export type WorkerMessage =
  /** A page was opened that the service worker did not serve. `files` are the addresses of what it has loaded. */
  | { type: 'opened'; path: string; files: string[]; account: string }
  /** The session has ended: everything stored is deleted. */
  | { type: 'signed-out' }

/** What a push message has, as the server sends it. */
export interface PushedNotification {
  title: string
  body: string
  /** The same in each attempt. */
  tag: string
  /** The path of the page to open. */
  url: string
}

/** The header of an answer that the service worker has stored: when the server gave it, as in `date` (RFC 9110). */
export const LAST_SEEN_HEADER = 'kikoa-last-seen'
