// What every list for admins has, for both sides: by what it is sorted, and how much there is of it.

/** By what a list is sorted: `name` from the first one on, `-name` from the last one on. */
export type Sort<Key extends string = string> = Key | `-${Key}`

/** The sorts of a list, by its keys. */
export const sortsOf = <const Key extends string>(keys: readonly Key[]): Sort<Key>[] =>
  keys.flatMap((key): Sort<Key>[] => [key, `-${key}`])

/** The key of a sort, and whether the last one comes first. */
export const readSort = <Key extends string>(sort: Sort<Key>): { key: Key; isDescending: boolean } =>
  sort.startsWith('-')
    ? { key: sort.slice(1) as Key, isDescending: true }
    : { key: sort as Key, isDescending: false }

/** How many rows a list has, and the sums of their amounts by currency. */
export interface Total {
  count: number
  /** Whether there are more. Then nothing is added up. */
  is_more: boolean
  sums: { amount: number; currency: string }[]
}
