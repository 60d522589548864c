import { m } from '../../../paraglide/messages.js'
import { Card } from '../../../kit/Card.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { planTexts } from '../../catalogue/ui/plan-texts.tsx'
import type { SomeFacts } from '../../products/facts.ts'
import { readHostingName } from '../../products/names/hosting-name.ts'
import { FactLines } from '../../requests/ui/access/AccessCard.tsx'
import type { Product } from '../../requests/ui/product.ts'

interface IncludedProps {
  product: Product
  name: string
  facts: SomeFacts
}

/** What the plan has, as the shop sells it now. A plan that is not sold has what an admin has entered. */
export function IncludedInPlan({ product, name, facts }: IncludedProps) {
  const page = usePageData()
  const plan = readOffers(page).plans.find((one) => one.name === readHostingName(name).plan)
  const hasFacts = facts.disk_space !== undefined || facts.mailboxes !== undefined
  if (!plan && !hasFacts) return null
  return (
    <Card>
      <h2 className="text-lg font-bold">{m.hosting_includes()}</h2>
      {plan ? (
        <ul className="mt-2 flex flex-col gap-1">
          {planTexts(plan, page).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : null}
      {hasFacts ? (
        <dl className="mt-2 divide-y divide-line">
          <FactLines
            product={product}
            names={plan ? ['mailboxes'] : ['disk_space', 'mailboxes']}
            facts={facts}
          />
        </dl>
      ) : null}
    </Card>
  )
}
