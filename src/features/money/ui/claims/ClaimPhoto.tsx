import { useQuery } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { claimsApi } from './claims.api.ts'

/** The photo of the receipt that the customer has added to a claim, with what it is worth. */
export function ClaimPhoto({ claim }: { claim: string }) {
  const { data, isError } = useQuery(claimsApi.photo.queryOptions({ input: { id: claim } }))
  if (isError) return null
  return (
    <figure className="flex max-w-xs flex-col gap-1">
      {data ? (
        <img
          src={`data:image/jpeg;base64,${data.image}`}
          alt={m.photo_of_receipt()}
          className="max-h-80 w-auto self-start rounded-control border border-line object-contain"
        />
      ) : (
        <Skeleton className="h-40 w-32" />
      )}
      <figcaption className="text-sm text-muted">{m.photo_proves_nothing()}</figcaption>
    </figure>
  )
}
