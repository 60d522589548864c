import * as z from 'zod/mini'

/** What the document around the captcha says (`public/captcha-frame.js`). */
const captchaWord = z.discriminatedUnion('captcha', [
  z.object({ captcha: z.literal('shown') }),
  z.object({ captcha: z.literal('expired') }),
  z.object({ captcha: z.literal('failed') }),
  z.object({ captcha: z.literal('size'), height: z.number() }),
  z.object({ captcha: z.literal('solved'), token: z.string().check(z.minLength(1)) }),
])

/** Reads a message of the frame; undefined for what is none, such as a browser extension's. */
export const heardFrom = (data: unknown): z.output<typeof captchaWord> | undefined =>
  captchaWord.safeParse(data).data
