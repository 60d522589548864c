/** What belongs together, in the order in which it happens. A claim is what a customer says to have paid. */
export const relatedKinds = ['request', 'order', 'service', 'payment', 'claim', 'invoice'] as const
export type RelatedKind = (typeof relatedKinds)[number]
