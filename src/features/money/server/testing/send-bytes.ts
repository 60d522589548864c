import { request } from 'node:http'

/**
 * Sends so many bytes of a body, but not its end, and gives the status of the answer. An answer proves that the server did
 * not wait for the rest.
 */
export const sendBytes = (address: string, headers: Record<string, string>, bytes: number) =>
  new Promise<number>((done, fail) => {
    const call = request(address, { method: 'POST', headers })
    call.on('response', (answer) => {
      done(answer.statusCode!)
      answer.resume()
      call.destroy()
    })
    call.on('error', fail)
    call.write(Buffer.alloc(bytes, 'x'))
  })
