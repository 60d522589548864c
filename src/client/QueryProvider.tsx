import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { reasonOf } from './api.ts'
import { refusalCode } from './error-messages.ts'
import { toastOf } from './form/act.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The toast for a failed query. Without it the failure is only logged. */
      failure?: () => string
      /** Whether the server may well refuse the call, and the screen says why. */
      refusalShown?: true
    }
  }
}

/**
 * The query cache of the screens inside. Each signed-in user gets a new one. Live events make queries stale, and any
 * query is stale one second after it was fetched.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

function createClient() {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, { meta }) {
        const reason = reasonOf(error)
        // Not shown, because the screen redirects to the log-in or to the second factor.
        if (reason === 'session-ended' || reason === 'SECOND_FACTOR_NEEDED') return
        if (meta?.failure) toastOf(meta.failure)(error)
        // The row may have been deleted by another user: the screen says so where it matters.
        else if (reason !== 'NOT_FOUND' && !(meta?.refusalShown && refusalCode(error)))
          // oxlint-disable-next-line no-console -- the browser's console is the only log there is here
          console.warn(String(error))
      },
    }),
    defaultOptions: {
      queries: {
        // Live events report changes but not expiry dates, so a screen that opens refetches.
        staleTime: 1_000,
        // The API client already retries the calls that can be retried.
        retry: false,
        // Without a network a list shows an error and a retry button instead of loading forever.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
