/** With fewer characters nothing is searched. */
export const SHORTEST_SEARCH = 2
/** How many of a kind are found at first, and of all results. */
export const MOST_OF_A_KIND = 5
export const MOST_RESULTS = 50
