import { m } from '../../../paraglide/messages.js'
import { Badge } from '../../../kit/Badge.tsx'
import type { Plan, PlanFeature } from '../catalogue.ts'

const included: Record<PlanFeature, () => string> = {
  'websites-1': m.plan_websites_1,
  'websites-10': m.plan_websites_10,
  'websites-unlimited': m.plan_websites_unlimited,
  'free-ssl': m.plan_free_ssl,
  'free-ssl-and-backup': m.plan_free_ssl_and_backup,
  'support-24-7': m.plan_support_24_7,
  'support-priority': m.plan_support_priority,
  'support-dedicated': m.plan_support_dedicated,
}

/** What a plan includes, line by line: disk, bandwidth, then the features. */
export function planTexts(plan: Plan): string[] {
  const bandwidth =
    plan.bandwidth === 'unlimited'
      ? m.plan_bandwidth_unlimited()
      : m.plan_bandwidth({ amount: plan.bandwidth })
  return [
    m.plan_disk({ amount: plan.disk }),
    bandwidth,
    ...plan.features.map((feature) => included[feature]()),
  ]
}

/** Beside the name of the plan that the shop recommends. */
export const RecommendedMark = () => <Badge tone="suggested">{m.plan_recommended()}</Badge>
