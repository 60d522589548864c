import { readSort, type Sort, sortsOf } from '../../shared/lists.ts'
import { useAddressFilter, valueIn } from '../list/address-filter.ts'
import type { Column, NameColumn } from './column.ts'

/** By what a list can be sorted, by its columns. */
const keysOf = <Key extends string>(columns: readonly { sort?: Key }[]) =>
  columns.flatMap(({ sort }) => sort ?? [])

/** The sort of a list in the address. Undefined for the list's own order. */
export function useSort<Row, Key extends string>(
  name: NameColumn<Row, Key>,
  columns: readonly Column<Row, Key>[],
): Sort<Key> | undefined {
  const [params] = useAddressFilter()
  return valueIn(sortsOf(keysOf<Key>([name, ...columns])), params.get('sort'))
}

/** The direction of a column, and the sort that a press on its head leads to: in both directions, then none. */
export function sortOf(
  { sort, align }: { sort?: string; align?: 'right' },
  now: string | undefined,
): { direction: 'ascending' | 'descending' | 'none'; next: string } {
  const [one, other] = align ? [`-${sort}`, `${sort}`] : [`${sort}`, `-${sort}`]
  const at = now && readSort(now)
  if (!at || at.key !== sort) return { direction: 'none', next: one }
  return { direction: at.isDescending ? 'descending' : 'ascending', next: now === one ? other : '' }
}

/** The columns of a list whose heads do not sort it, because another list or the address is beside it. */
export const unsorted = <Row, Key extends string>(columns: readonly Column<Row, Key>[]): Column<Row, Key>[] =>
  columns.map((column) => ({ ...column, sort: undefined }))
