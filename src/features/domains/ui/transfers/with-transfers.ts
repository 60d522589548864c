import { m } from '../../../../paraglide/messages.js'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import type { Product } from '../../../requests/ui/product.ts'
import { domainProduct } from '../domain-product.ts'

/** Few requests move a name here. */
const TransferProgress = loadedLater(() =>
  import('./TransferProgress.tsx').then((file) => file.TransferProgress),
)

interface Moved {
  is_transfer?: boolean
  refused?: string | null
}

/** Domains as their customer sees them, with the words of names that are transferred here. Most screens have no need of these. */
export const ownDomains: Product<Moved> = {
  ...domainProduct,
  detailOf: ({ is_transfer }) => (is_transfer ? m.transfers_detail() : null),
  textsOf: ({ is_transfer, refused }) =>
    is_transfer
      ? {
          rejected: m.transfers_rejected,
          congratulation: m.transfers_congratulation,
          delivering: refused ? m.transfers_refused_next : m.transfers_next,
          inDelivery: refused ? m.transfers_refused : m.transfers_being_moved,
        }
      : undefined,
  isTurn: ({ refused }) => Boolean(refused),
  progress: ({ is_transfer }) => (is_transfer ? TransferProgress : undefined),
}
