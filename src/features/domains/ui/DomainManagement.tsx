import { RecordTable } from '../../requests/ui/RecordTable.tsx'
import { RequestList } from '../../requests/ui/RequestList.tsx'
import type { Product } from '../../requests/ui/product.ts'
import { DomainSearch } from './DomainSearch.tsx'

/**
 * A customer's domains: a name is looked for, asked for, followed and held here.
 * @param product domains, with the calls of whoever is at work: the customer, or an admin for one
 */
export function DomainManagement({ product }: { product: Product }) {
  return (
    <div className="flex flex-col gap-10">
      <DomainSearch product={product} />
      <RequestList product={product} />
      <RecordTable product={product} />
    </div>
  )
}
