/** The properties of an object with the given keys. */
export const pick = <Whole extends object, Key extends keyof Whole>(whole: Whole, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, whole[key]])) as Pick<Whole, Key>

/** An object with a value for each of the keys. */
export const mapKeys = <Key extends string, Value>(keys: readonly Key[], valueOf: (key: Key) => Value) =>
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>

/** The keys of an object, typed. */
export const keysOf = <Whole extends object>(whole: Whole) => Object.keys(whole) as (keyof Whole)[]
