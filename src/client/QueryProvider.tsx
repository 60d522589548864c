import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { classifyFailure } from './call.ts'
import { toast } from '../kit/overlay/toasts.tsx'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** What the reader is told when the query fails; without one the failure is only logged. */
      failure?: () => string
    }
  }
}

/**
 * Keeps what the server answered for the screens inside, for as long as they stand: whoever signs in next starts
 * with nothing. What becomes old is fetched anew when the live log says so; time alone makes it old after a minute.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

function createClient() {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, { meta }) {
        const failure = classifyFailure(error)
        // No failures: the person is led to the log-in, or asked for the second factor.
        if (failure.kind === 'session-ended') return
        if (failure.kind === 'refused' && failure.code === 'SECOND_FACTOR_NEEDED') return
        if (meta?.failure) toast.error(meta.failure())
        // That something is gone, the live log may have told before: the screen says so where it matters.
        else if (failure.kind !== 'refused' || failure.code !== 'NOT_FOUND')
          // oxlint-disable-next-line no-console -- the browser's console is the only log there is here
          console.warn(String(error))
      },
    }),
    defaultOptions: {
      queries: {
        // The live log tells of changes; an expiry comes with time alone, so a screen that opens looks again.
        staleTime: 1_000,
        // The call itself repeats what can be repeated; a refusal stays one.
        retry: false,
        // Without a network a list says so, with a way to try again, instead of loading for ever.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
