/**
 * Takes an address to go to after a log-in or a choice of language, and gives it back only when it is a path of
 * this site; everything else becomes `/`. Refused are other hosts (`//host`, `/\host`, `https:…`), and every
 * character that a browser would drop or turn into one of those: blanks, control characters, backslashes.
 */
export function ownPath(text: unknown): string {
  if (typeof text !== 'string' || text.length > 1000 || !/^\/[!-[\]-~]*$/.test(text)) return '/'
  const [path = ''] = text.split(/[?#]/, 1)
  return path.includes('//') ? '/' : text
}
