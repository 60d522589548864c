import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { takeFirstCall } from './first-calls.tsx'
import { refetch } from './refetch.ts'

let client: QueryClient
/** The pending answers, one for each call. */
let calls: PromiseWithResolvers<string>[]
let follow: (key: string) => QueryObserver<string>
const stops: (() => void)[] = []

beforeEach(() => {
  client = new QueryClient()
  client.mount()
  calls = []
  follow = (key) => {
    const observer = new QueryObserver<string>(client, {
      queryKey: [key],
      queryFn: () => {
        const call = Promise.withResolvers<string>()
        calls.push(call)
        return call.promise
      },
      retry: false,
    })
    stops.push(observer.subscribe(() => {}))
    return observer
  }
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  client.unmount()
})

describe('a stale query', () => {
  test('is not answered with what the page asked before, while its code was loading', async () => {
    const request = new Request('https://shop.example/api/activity', {
      headers: { authorization: 'Bearer t' },
    })
    const asked = () => ({ token: 't', calls: { '/api/activity': Promise.resolve(new Response('before')) } })
    vi.stubGlobal('window', { location: new URL(request.url), firstCalls: asked() })
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(await takeFirstCall(request)).toBeDefined()
    window.firstCalls = asked()
    await refetch(client)
    expect(takeFirstCall(request)).toBeUndefined()
  })

  test('is fetched again even while its first fetch is running', async () => {
    const list = follow('cart')
    await expect.poll(() => calls).toHaveLength(1)
    const done = refetch(client, ['cart'])
    await expect.poll(() => calls).toHaveLength(2)
    calls[0]!.resolve('read before the change')
    await nextTurn()
    expect(list.getCurrentResult().data).toBeUndefined()
    calls[1]!.resolve('read after it')
    await done
    expect(list.getCurrentResult()).toMatchObject({ data: 'read after it', fetchStatus: 'idle' })
  })

  test('is fetched again and keeps its data meanwhile', async () => {
    const list = follow('cart')
    await expect.poll(() => calls).toHaveLength(1)
    calls[0]!.resolve('first')
    await expect.poll(() => list.getCurrentResult().data).toBe('first')
    const done = refetch(client)
    await expect.poll(() => calls).toHaveLength(2)
    expect(list.getCurrentResult().data).toBe('first')
    calls[1]!.resolve('second')
    await done
    expect(list.getCurrentResult().data).toBe('second')
  })

  test('is one under the key; others are not fetched', async () => {
    follow('cart')
    await expect.poll(() => calls).toHaveLength(1)
    await refetch(client, ['orders'])
    await nextTurn()
    expect(calls).toHaveLength(1)
    calls[0]!.resolve('mine')
  })
})
