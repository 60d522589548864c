import { m } from '../../../paraglide/messages.js'
import { Badge } from '../../../kit/Badge.tsx'
import type { ShownPlan } from '../catalogue.ts'
import type { Locale } from '../../../shared/pages.ts'

/** The texts of the default plans, by their key. */
const included: Record<string, () => string> = {
  'websites-1': m.plan_websites_1,
  'websites-10': m.plan_websites_10,
  'websites-unlimited': m.plan_websites_unlimited,
  'free-ssl': m.plan_free_ssl,
  'free-ssl-and-backup': m.plan_free_ssl_and_backup,
  'support-24-7': m.plan_support_24_7,
  'support-priority': m.plan_support_priority,
  'support-dedicated': m.plan_support_dedicated,
}

/** The text of a feature: translated for a key, otherwise the shop's own in the language. */
export function featureText(feature: string, locale: Locale): string {
  const [en = '', sw = en] = feature.split(' | ')
  return included[feature]?.() ?? (locale === 'sw' ? sw : en)
}

/** Whether the shop's hours, which it writes itself, are all hours: `24/7`, `24 hours`, `saa 24`. */
const isAlwaysOpen = (hours: string) => /(?<![\d:.])24(?![\d:.])/.test(hours)

/**
 * What a plan includes, line by line: disk, bandwidth, then the features. Support at all hours is not promised by a shop
 * that has others; then its hours are.
 * @param hours of the shop as it writes them; empty where it has set none
 */
export function planTexts(
  { disk, bandwidth, features }: ShownPlan,
  { locale, business: { hours } }: { locale: Locale; business: { hours: string } },
): string[] {
  const hasOwnHours = hours !== '' && !isAlwaysOpen(hours)
  return [
    disk === 'unlimited' ? m.plan_disk_unlimited() : m.plan_disk({ amount: disk }),
    bandwidth === 'unlimited' ? m.plan_bandwidth_unlimited() : m.plan_bandwidth({ amount: bandwidth }),
    ...features.map((feature) =>
      feature === 'support-24-7' && hasOwnHours
        ? m.plan_support_hours({ hours })
        : featureText(feature, locale),
    ),
  ]
}

/** The features as the lines of a field. The texts of the default plans are in the admin's language. */
export const featureLines = (features: readonly string[]) =>
  features.map((feature) => included[feature]?.() ?? feature).join('\n')

/** The features of a field's lines. A line that was not changed is its key again. */
export const lineFeatures = (lines: string) =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => Object.keys(included).find((key) => included[key]!() === line) ?? line)

/** Beside the name of the plan that the shop recommends. */
export const RecommendedMark = () => (
  <Badge tone="suggested" className="[&>svg]:hidden">
    {m.plan_recommended()}
  </Badge>
)
