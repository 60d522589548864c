/** One ending of the results: the name, what it came to, what can be done. Its height does not jump when the answer comes. */
export const rowLook =
  'flex min-h-18 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-3 sm:gap-x-6 outline-offset-2'
