/** What an admin should look at before deciding, as the claim of a request or an order and its history say it. */
export type ClaimCheck = 'receipt-used' | 'receipt-unusual' | 'refused'

/** What an admin should look at before deciding on a request. */
export type RequestCheck = ClaimCheck | 'competing' | 'held'

interface CheckedClaim {
  claim: { receipt_seen_before: boolean; receipt_unusual: boolean } | null
  refused_claims: number
}

interface CheckedRequest extends CheckedClaim {
  competing_requests: number
  held_by_other: boolean
}

export const claimChecks = ({ claim, refused_claims }: CheckedClaim): ClaimCheck[] => [
  ...(claim?.receipt_seen_before ? (['receipt-used'] as const) : []),
  ...(claim?.receipt_unusual ? (['receipt-unusual'] as const) : []),
  ...(refused_claims > 0 ? (['refused'] as const) : []),
]

/** @param isActive an active request has its name, so that others' requests don't matter any more */
export const requestChecks = (request: CheckedRequest, isActive: boolean): RequestCheck[] => [
  ...claimChecks(request),
  ...(!isActive && request.competing_requests > 0 ? (['competing'] as const) : []),
  ...(request.held_by_other ? (['held'] as const) : []),
]
