/** What an ending asks besides, as WHMCS takes it. */

/** A map of texts as PHP's `serialize` writes an array: lengths are in bytes of UTF-8. */
export const phpSerialized = (map: Readonly<Record<string, string>>): string => {
  const text = (one: string) => `s:${Buffer.byteLength(one)}:"${one}";`
  const entries = Object.entries(map)
  return `a:${entries.length}:{${entries.map(([name, value]) => text(name) + text(value)).join('')}}`
}

/** The field `domainfields` of an order. Without answers there is none. */
export const domainFields = (extra: Readonly<Record<string, string>>): { domainfields?: string } =>
  Object.keys(extra).length ? { domainfields: Buffer.from(phpSerialized(extra)).toString('base64') } : {}

/** What of it the words of an answer may not have. Shorter ones, such as `yes`, are in words that say something else. */
export const personalIn = (extra: Readonly<Record<string, string>>): string[] =>
  Object.values(extra).filter((answer) => answer.length > 4)
