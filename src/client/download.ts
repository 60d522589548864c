import { accessToken } from './session/session.ts'

/**
 * Saves a file of the API. It is fetched, not linked: the token must be in a header, because histories and logs would
 * store an address that contains it.
 * @param name the name of the file, if the answer has none
 */
export async function downloadFile(address: string, name: string): Promise<void> {
  const answer = await fetch(address, { headers: { authorization: `Bearer ${await accessToken()}` } })
  if (!answer.ok) throw new Error(`the download answered ${answer.status}`)
  const given = /filename="([\w.-]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  saveFile(await answer.blob(), given ?? name)
}

/** Saves a file that the browser has made. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has started before that.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
