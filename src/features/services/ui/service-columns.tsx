import { ColumnPrice } from '../../catalogue/ui/price-rates.tsx'
import { m } from '../../../paraglide/messages.js'
import { CustomerLink } from '../../../client/list/CustomerLink.tsx'
import type { Column, NameColumn } from '../../../kit/data-list/column.ts'
import { FormattedDate } from '../../../kit/dates.tsx'
import { formatDecimal } from '../../../shared/money/money.ts'
import { products } from '../../product-screens/ui/products.ts'
import type { ServiceSort } from '../services.contract.ts'
import type { Service } from './services.api.ts'
import { StateBadge } from './service-labels.tsx'

export const serviceName: NameColumn<Service, ServiceSort> = {
  header: m.common_name(),
  sort: 'name',
  text: (service) => service.name,
  isCopied: () => true,
  to: ({ id }) => `/admin/services/${id}`,
}

export const serviceColumns: Column<Service, ServiceSort>[] = [
  {
    id: 'state',
    header: m.common_status(),
    width: 'w-36',
    isPlain: true,
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    id: 'kind',
    header: m.insights_product(),
    sort: 'kind',
    width: 'w-25',
    isPlain: true,
    from: 'xl',
    cell: ({ kind }) => products[kind].menu.label(),
  },
  {
    id: 'customer',
    header: m.common_customer(),
    sort: 'customer',
    width: 'w-36',
    isPlain: true,
    cell: ({ customer }) => <CustomerLink customer={customer} />,
  },
  {
    id: 'expires',
    header: m.requests_expires(),
    sort: 'expires',
    width: 'w-32',
    cell: ({ expires_at }) => (expires_at ? <FormattedDate at={expires_at} /> : '—'),
  },
  {
    id: 'price',
    header: m.services_price(),
    align: 'right',
    width: 'w-36',
    from: 'xl',
    has: ({ renewal }) => renewal,
    cell: ({ renewal }) => (renewal ? <ColumnPrice {...renewal} /> : null),
  },
  {
    id: 'cost',
    header: m.services_cost(),
    align: 'right',
    width: 'w-24',
    from: 'xl',
    has: ({ registrar }) => registrar?.cost,
    cell: ({ registrar }) =>
      registrar?.cost ? formatDecimal(registrar.cost.amount, registrar.cost.currency) : null,
  },
]
