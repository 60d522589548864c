/**
 * Runs in the document around the captcha (`/captcha-frame`): draws the widget of the operator's service, and tells the
 * page that frames it what came of it. The page is named by its origin, so that nobody else hears the token.
 */
{
  const { service, script, sitekey, language, page } = document.currentScript.dataset
  const widget = document.getElementById('widget')
  const tell = (captcha, more) => window.parent.postMessage({ captcha, ...more }, page || window.origin)
  const tellHeight = () => tell('size', { height: Math.ceil(widget.getBoundingClientRect().height) })
  const failed = () => {
    tell('failed')
    // Taken as dealt with: the service writes nothing more of it into the console.
    return true
  }

  /** Both services draw with the same call; each ignores the names that it does not know. */
  window.captchaLoaded = () => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)').matches
    const narrow = window.innerWidth < 310
    window[service].render(widget, {
      sitekey,
      theme: dark ? 'dark' : 'light',
      size: narrow ? 'compact' : service === 'turnstile' ? 'flexible' : 'normal',
      callback: (token) => tell('solved', { token }),
      'expired-callback': () => tell('expired'),
      'error-callback': failed,
      ...(service === 'turnstile'
        ? { language, 'response-field': false, 'unsupported-callback': failed }
        : // The pictures open over the whole frame and need their room.
          {
            hl: language,
            'open-callback': () => tell('size', { height: 600 }),
            'close-callback': tellHeight,
          }),
    })
    new ResizeObserver(tellHeight).observe(widget)
    tell('shown')
  }

  const address = new URL(script)
  address.searchParams.set('render', 'explicit')
  address.searchParams.set('onload', 'captchaLoaded')
  const element = document.createElement('script')
  element.src = address.href
  element.addEventListener('error', failed)
  document.head.append(element)
}
