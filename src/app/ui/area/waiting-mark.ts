import { useEffect } from 'react'

/** Shows how much waits in the title of the page, such as `(3) Orders`, and in its icon. Shows nothing for 0. */
export function useWaitingMark(count: number) {
  // After every render, because a navigation replaces the title.
  useEffect(() => {
    if (!count) return undefined
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    const plain = icon?.href
    document.title = `(${count}) ${document.title}`
    if (icon) icon.href = iconOf(count)
    return () => {
      document.title = document.title.replace(/^\(\d+\) /, '')
      if (icon && plain) icon.href = plain
    }
  })
}

const iconOf = (count: number) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#c8402a"/>
<text x="16" y="${count > 9 ? 22 : 23}" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${count > 99 ? 15 : 20}" fill="#fff">${count > 99 ? '99+' : count}</text></svg>`,
  )}`
