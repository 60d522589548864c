import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Refused } from '../../shared/refusal.ts'

/** A picture that takes longer, or more memory, is refused. */
const LONGEST_MS = 10_000
const MOST_MEGABYTES = 96
/** Each uses a whole core. */
const AT_ONCE = 2

let running = 0

/**
 * Decodes a JPEG and encodes it again, so that nothing of its bytes but the pixels remains: no metadata, no place, no second
 * file. In a thread of its own, because a decoder reads what a stranger sent. Undefined for what is no JPEG. Refuses with
 * `TOO_MANY_REQUESTS` more than two at once.
 * @param bytes at most some 100 KB, of a picture whose size is checked
 */
export async function redrawJpeg(bytes: Buffer): Promise<Buffer | undefined> {
  if (running >= AT_ONCE) throw new Refused('TOO_MANY_REQUESTS')
  running++
  const worker = new Worker(new URL('./jpeg-thread.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  try {
    const [drawn] = (await once(worker, 'message', { signal: AbortSignal.timeout(LONGEST_MS) })) as [
      Uint8Array | null,
    ]
    return drawn ? Buffer.from(drawn) : undefined
  } catch {
    return undefined
  } finally {
    running--
    await worker.terminate()
  }
}
