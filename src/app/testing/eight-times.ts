/** Does something eight times concurrently, for tests of races. `turn` counts from 0. */
export const eightTimes = <T>(work: (turn: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 8 }, (_, turn) => work(turn)))
