/** Does something eight times at once, as those do who race each other; `turn` counts from 0. */
export const eightTimes = <T>(act: (turn: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 8 }, (_, turn) => act(turn)))
