/** The cost of a hash by Argon2id: 64 MiB, three passes, one lane. It has its own file because tests lower it. */
export const argon2Cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }
