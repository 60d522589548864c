/**
 * Returns the address to open after a log-in or a choice of language, if it is a path of this site; otherwise `/`.
 * Refuses other hosts (`//host`, `/\host`, `https:…`), and characters that a browser drops or converts to one of
 * those: blanks, control characters, backslashes.
 */
export function ownPath(text: unknown): string {
  if (typeof text !== 'string' || text.length > 1000 || !/^\/[!-[\]-~]*$/.test(text)) return '/'
  const [path = ''] = text.split(/[?#]/, 1)
  return path.includes('//') ? '/' : text
}
