import { m } from '../../../../paraglide/messages.js'
import type { Column } from '../../../../kit/data-list/column.ts'
import { MiddleCut } from '../../../../kit/data-list/MiddleCut.tsx'
import { sumsText } from '../../../../kit/data-list/sums.ts'
import { Age } from '../../../../kit/dates.tsx'
import { contactName } from '../../../../shared/people/person.ts'

/** What the lists of users and of customers both know of a person. */
interface ListedPerson {
  full_name: string | null
  business_name: string | null
  services: number
  due: readonly { amount: number; currency: string }[]
  created_at: string
}

/** The columns that the lists of users and of customers share. Each list puts them among its own. */
export const personColumns = {
  contact: {
    id: 'customer',
    header: m.common_contact(),
    width: 'w-40',
    isPlain: true,
    has: (person) => contactName(person),
    cell: (person) => contactName(person),
  },
  services: {
    id: 'services',
    header: m.common_services(),
    sort: 'services',
    align: 'right',
    width: 'w-22',
    has: ({ services }) => services,
    cell: ({ services }) => services || null,
  },
  due: {
    id: 'amount',
    header: m.orders_due(),
    sort: 'due',
    align: 'right',
    width: 'w-26',
    has: ({ due }) => due.length,
    cell: ({ due }) => (due.length ? <b>{sumsText(due).join(' · ')}</b> : null),
  },
  since: {
    id: 'since',
    header: m.common_since(),
    sort: 'since',
    width: 'w-24',
    cell: ({ created_at }) => <Age at={created_at} />,
  },
} as const satisfies Record<string, Column<ListedPerson>>

/** The address of a person, or another way to reach them. @param sort by what the list sorts it */
export const addressColumn = <Row, Key extends string>(
  sort: Key,
  addressOf: (row: Row) => string | null,
): Column<Row, Key> => ({
  id: 'address',
  header: m.common_email(),
  sort,
  width: 'w-48',
  isPlain: true,
  cell: (row) => <MiddleCut text={addressOf(row) ?? '—'} />,
})
