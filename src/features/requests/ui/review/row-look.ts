/** A row of an admins' queue: a line on a wide screen, a card on a phone. */
export const rowLook =
  'p-3 max-md:rounded-card max-md:border max-md:border-line max-md:bg-card max-md:p-4 md:border-b md:border-line'
