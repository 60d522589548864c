import { RecordTable } from '../../requests/ui/RecordTable.tsx'
import { RequestList } from '../../requests/ui/RequestList.tsx'
import type { Product } from '../../requests/ui/product.ts'
import { DomainSearch } from './DomainSearch.tsx'

/**
 * The search for domains, and the customer's requests and domains.
 * @param product domains, with the calls of the customer, or of an admin who works for the customer
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
