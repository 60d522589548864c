/** Settles as the work does, or rejects with `no answer in time` after `ms` milliseconds. The work itself continues. */
export async function withDeadline<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ms)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
