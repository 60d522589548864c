import { useQuery } from '@tanstack/react-query'

/** A name as people read it. One in another script shows its A-label beside, which is what a registry knows it by. */
export function ShownName({ name }: { name: string }) {
  const isEncoded = name.startsWith('xn--')
  const { data: readable = name } = useQuery({
    queryKey: ['readable', name],
    queryFn: async () => (await import('../scripts.ts')).toReadableName(name),
    enabled: isEncoded,
    staleTime: Infinity,
  })
  const dot = readable.indexOf('.')
  return (
    <span className="min-w-0 shrink grow basis-auto wrap-anywhere sm:basis-56">
      <span className="text-xl">
        {readable.slice(0, dot)}
        <b>{readable.slice(dot)}</b>
      </span>
      {readable === name ? null : <span className="block text-sm text-muted">{name}</span>}
    </span>
  )
}
