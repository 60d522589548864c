import { adminColumns, pickColumns } from '../../../shared/profile.ts'
import type { Side } from '../line.ts'
import type { customerRow, InboxRow } from './inbox-rows.ts'
import type { LineRow } from './store.ts'

/** A stored line as the API shows it. */
export const presentLine = ({ by_shop, ...line }: LineRow) => ({
  ...line,
  from: sideOf(by_shop),
  created_at: line.created_at.toISOString(),
})

interface Counted {
  customer_lines: number
  shop_lines: number
  read_by_customer: number
  read_by_shop: number
}

const none: Counted = { customer_lines: 0, shop_lines: 0, read_by_customer: 0, read_by_shop: 0 }

/** The counts of a conversation for one of its sides. Without a row, no line has been written. */
export function conversationStatus(side: Side, row: Counted = none) {
  const lines = row.customer_lines + row.shop_lines
  return side === 'customer'
    ? {
        lines,
        unread: row.shop_lines - row.read_by_customer,
        read: row.read_by_customer,
        seen: row.read_by_shop,
      }
    : {
        lines,
        unread: row.customer_lines - row.read_by_shop,
        read: row.read_by_shop,
        seen: row.read_by_customer,
      }
}

type Customer = NonNullable<Awaited<ReturnType<typeof customerRow>>>

/** A customer's conversation as admins see it. A new conversation has no line. */
export function presentConversation(row: Customer | (InboxRow & { id?: never })) {
  return {
    id: row.id ?? row.user_id!,
    customer: pickColumns(row, adminColumns),
    ...conversationStatus('shop', row.user_id === null ? none : (row as Counted)),
    excerpt: row.last_excerpt ?? '',
    last_from: sideOf(row.last_by_shop ?? false),
    last_at: row.last_at?.toISOString() ?? null,
    closed: row.closed ?? false,
  }
}

const sideOf = (by_shop: boolean): Side => (by_shop ? 'shop' : 'customer')
