import { useEffect } from 'react'

/** Shows how much waits in the title of the page, such as `(3) Orders`, and in its icon. Shows nothing for 0. */
export function useWaitingMark(count: number) {
  // After every render, because a navigation replaces the title.
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, '')
    document.title = count ? `(${count}) ${title}` : title
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (icon) icon.href = count ? iconOf(count) : '/favicon.svg'
  })
}

const iconOf = (count: number) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#c8402a"/>
<text x="16" y="23" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="20" fill="#fff">${count > 99 ? '99+' : count}</text></svg>`,
  )}`
